// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { need } from './need.mjs'
import { ROOT } from './packages.mjs'
import { must, run } from './run.mjs'
import { say } from './say.mjs'
import { tallyOfCheck } from './tally.mjs'

const ACTIONLINT = 'v1.7.12'
const ZIZMOR = '1.32.0'
const WORKFLOWS = '.github/workflows'
const DEPENDABOT = '.github/dependabot.yml'

/**
 * Lints the workflows and the action's own manifest with actionlint and zizmor, both pinned and installed into `folder`.
 *
 * @param {string} folder
 * @returns {Promise<{ tier: string, tally: import('./tally.mjs').Tally }[]>}
 */
export async function lintWorkflows(folder) {
  const results = []
  for (const [tier, linter] of Object.entries({ actionlint, zizmor })) {
    say(`workflows: ${tier}`)
    results.push({ tier, tally: tallyOfCheck(await outcomeOf(linter, folder)) })
  }
  return results
}

/** @param {(folder: string) => ReturnType<typeof run>} linter @param {string} folder */
async function outcomeOf(linter, folder) {
  try {
    // A linter that finds no file says nothing, which would look like praise.
    if (!existsSync(join(ROOT, WORKFLOWS))) throw new Error(`there is no ${WORKFLOWS}`)
    return await linter(folder)
  } catch (thrown) {
    return { ok: false, ended: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** @param {string} folder */
async function actionlint(folder) {
  await need(['golang', 'shellcheck'])
  const env = { GOBIN: folder, GOPATH: join(folder, 'go'), GOCACHE: join(folder, 'go-cache'), GOFLAGS: '-modcacherw' }
  await must('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@${ACTIONLINT}`], { cwd: folder, env })
  return run(join(folder, 'actionlint'), [], { cwd: ROOT })
}

/** @param {string} folder */
async function zizmor(folder) {
  await need(['python3'])
  if (!(await run('python3', ['-c', 'import ensurepip'], { output: 'back' })).ok) await need(['python3-venv'])
  const venv = join(folder, 'venv')
  await must('python3', ['-m', 'venv', venv])
  await must(join(venv, 'bin/pip'), ['install', '--quiet', `zizmor==${ZIZMOR}`])
  const args = ['--offline', '--no-progress', '--persona=pedantic', WORKFLOWS, DEPENDABOT, 'action.yml']
  return run(join(venv, 'bin/zizmor'), args, { cwd: ROOT })
}
