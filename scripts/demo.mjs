// @ts-check
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expectAnyway, expectAround, expectHonest, expectHostile } from './demo/expectations.mjs'
import { viewComment } from './demo/comment-view.mjs'
import { makeRepository, REPOSITORY } from './demo/sample-repository.mjs'
import { bold, dim, green, heading, print, red } from './demo/terminal.mjs'
import { DIST } from './lib/action.mjs'
import { atEnd, runWithCleanUp } from './lib/clean-up.mjs'
import { findEngine } from './lib/engine.mjs'
import { ensureImages, imageReference, removeImages } from './lib/images.mjs'
import { need } from './lib/need.mjs'
import { ensurePackages, ROOT } from './lib/packages.mjs'
import { remains } from './lib/remains.mjs'
import { say } from './lib/say.mjs'

/** @typedef {import('./demo/expectations.mjs').Expectation} Expectation */
/** @typedef {import('./demo/pull-request-run.mjs').Run} Run */

const KEPT = join(ROOT, 'reports/demo')
const HONEST = { number: 7, title: 'Add a limit to the length', branch: 'limit', author: 'contributor' }
const HOSTILE = { number: 8, title: 'Speed up slug.sh', branch: 'speed-up', author: 'stranger' }

/**
 * `npm run demo`: the built action on two pull requests of a sample repository, against a real engine and a stand-in for
 * GitHub on loopback. Does its own set-up on Debian or Ubuntu, as root or with sudo, and takes away what it made.
 *
 * Ends with 0 only if the honest pull request was verified and the hostile one was not, for its failing tests alone.
 */
async function main() {
  heading('Set-up')
  if (!existsSync(DIST)) {
    say('dist/index.js is missing, although it is a part of this repository: npm run build makes it')
    process.exitCode = 1
    return
  }
  await need(['git', 'tar'])
  await ensurePackages()
  const engine = await ensureEngine()
  await ensureImages(engine, ['busybox']).then((built) => atEnd('remove the image', () => removeImages(engine, built)))
  const folder = mkdtempSync(join(tmpdir(), 'confine-demo-'))
  atEnd(`remove ${folder}`, () => rmSync(folder, { recursive: true, force: true }))

  // Both need the npm packages.
  const { startGitHub, TOKENS } = await import('../__tests__/support/github/index.mjs')
  const { runPullRequest } = await import('./demo/pull-request-run.mjs')
  const [owner = '', repo = ''] = REPOSITORY.split('/')
  const github = await startGitHub({ owner, repo })
  atEnd('end the stand-in for GitHub', () => github.close())
  say(`a stand-in for GitHub's API listens at ${github.url}: nothing leaves this machine`)
  const origin = join(folder, 'origin')
  const pulls = await makeRepository(origin, [HONEST, HOSTILE])
  say(`made the sample repository ${REPOSITORY} with two pull requests`)

  rmSync(KEPT, { recursive: true, force: true })
  const runs = []
  for (const pull of pulls) {
    github.state.addPull({ ...pull, headRef: pull.branch, baseRef: 'main', author: person(pull.author) })
    announce(pull)
    const own = { folder: join(folder, pull.branch), origin, kept: join(KEPT, pull.branch) }
    const image = imageReference('busybox')
    runs.push(await runPullRequest(pull, { ...own, image, token: TOKENS.write, github, show: print }))
  }
  for (const run of runs) showComment(run)
  const left = []
  for (const { report } of runs) left.push(...(await remains(engine, report.run.label)))
  const [honest, hostile] = runs
  if (honest === undefined || hostile === undefined) throw new Error('a run is missing')
  heading('What was checked')
  const holds = [
    judge(`#${HONEST.number} has to be verified`, expectHonest(honest)),
    judge(`#${HOSTILE.number} has to be red for its tests, and for nothing else`, expectHostile(hostile)),
    judge('Whatever they tried', [
      ...runs.flatMap((run) => expectAnyway(run, TOKENS.write)),
      ...expectAround(github.violations, left),
    ]),
  ]
  await closing(runs)
  if (holds.includes(false)) process.exitCode = 1
}

async function ensureEngine() {
  // No container here has a network: an engine of our own needs neither rules nor routes of this machine.
  const bridge = existsSync('/sys/class/net/docker0') ? ['--bridge=docker0'] : []
  const flags = ['--iptables=false', '--ip-forward=false', ...bridge]
  const engine = await findEngine({ flags })
  if (engine.started) atEnd('end the engine', engine.stop)
  else say('an engine is running already')
  return engine.address
}

/** @param {string} login @returns {import('../__tests__/support/github/index.d.mts').Author} */
const person = (login) => ({ login, id: 2_000_000 + login.length, type: 'User' })

/** @param {import('./demo/sample-repository.mjs').OpenPullRequest} pull */
function announce({ number, title, branch, author, headSha, mergeSha }) {
  heading(`Pull request #${number}: ${title}`)
  print(`${author} wants to merge ${branch} (${headSha.slice(0, 12)}) into main; tested is ${mergeSha.slice(0, 12)}`)
  print(dim('The log of the step, as the runner shows it:'))
  print()
}

/** @param {Run} run */
function showComment({ pull, comment }) {
  heading(`The comment on #${pull.number}`)
  for (const line of viewComment(comment)) print(line)
}

/** @param {string} title @param {readonly Expectation[]} expectations */
function judge(title, expectations) {
  print()
  print(bold(title))
  for (const { holds, what, found } of expectations) print(`  ${holds ? green('✓') : red('✗')} ${what}: ${found}`)
  return expectations.every(({ holds }) => holds)
}

/** @param {readonly Run[]} runs */
async function closing(runs) {
  const { renderPage } = await import('./render-preview.mjs')
  const page = join(KEPT, 'comments.html')
  const bodies = runs.map(({ comment }) => comment)
  writeFileSync(page, renderPage('Confine: both comments', bodies))
  heading('To look at')
  print(`${bold(relative(ROOT, page))}  both comments as GitHub shows them`)
  for (const { pull } of runs) {
    const folder = relative(ROOT, join(KEPT, pull.branch))
    print(`${bold(`${folder}/`)}  report.json, comment.md, summary.md, log.txt of #${pull.number}`)
  }
  print()
}

await runWithCleanUp(main)
