import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { outcomesOf, reportOf, runAction } from '../support/action.ts'
import { finish, makeCheckout, makeFolders } from '../support/checkouts.ts'
import { commit, git, makeRepository } from '../support/git.ts'
import { TOKENS } from '../support/github/index.mjs'

const POLICIES = [
  `! git ls-files | grep -q evil-payload.sh`,
  `! git diff --name-only origin/main | grep -q '^.github/'`,
  'echo fresh >README.generated; test -z "$(git status --porcelain)"',
]

/** A folder of the commit that looks like a git folder, with passwords that name files and a commit. */
function makeBaitedCheckout() {
  const { folder, path, temp } = makeFolders()
  makeRepository(path)
  const base = git(path, 'rev-parse', 'HEAD')
  git(path, 'update-ref', 'refs/remotes/origin/main', base)
  const struck = ['evil-payload.sh', base, 'README.generated', 'repositoryformatversion']
  const config = struck.map(
    (secret, index) => `[remote "r${String(index)}"]\n\turl = https://x:${secret}@h.invalid/r\n`,
  )
  const devices = ['/dev/ptmx', '//dev/ptmx'].map((place) => `[include]\n\tpath = ${place}\n`)
  const head = commit(path, {
    'fixtures/f.git/HEAD': 'ref: refs/heads/main\n',
    'fixtures/f.git/objects/x': 'x',
    'fixtures/f.git/refs/x': 'x',
    'fixtures/f.git/config': [...config, ...devices].join(''),
    'evil-payload.sh': 'evil\n',
    '.github/workflows/x.yml': 'evil: true\n',
    'README.generated': 'out of date\n',
  })
  for (const [index, secret] of struck.entries()) {
    git(path, 'config', `submodule.s${String(index)}.url`, `https://x:${secret}@h.invalid/r`)
  }
  return finish({ folder, path, temp, head })
}

describe('a branch that names what it wants struck out of .git', () => {
  test('turns no failing check of it green', async () => {
    const checkout = makeBaitedCheckout()
    const run = await runAction({ checkout, image: 'debian', steps: POLICIES })
    expect(outcomesOf(run)).toEqual(POLICIES.map(() => ({ kind: 'failed', exitCode: 1, signal: null })))
    expect(reportOf(run).workspace?.scrubbed).toEqual(['.git/config'])
    expect(run.exitCode).toBe(1)
  })
})

describe('the job’s token', () => {
  const basic = Buffer.from(`x-access-token:${TOKENS.write}`).toString('base64')

  test('comes in by no mount: a second checkout that keeps it is refused before the first step', async () => {
    const { folder, path, temp } = makeFolders()
    const policy = join(path, 'policy')
    const head = makeRepository(join(path, 'pr'))
    makeRepository(policy)
    git(policy, 'config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${basic}`)
    const checkout = finish({ folder, path, temp, head })
    const steps = ['cat /policy/.git/config']
    const run = await runAction({ checkout, inputs: { path: 'pr', mounts: `${policy}:/policy` }, steps })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-run' }])
    expect(run.log).toMatch(
      /Input mounts: \S+\/policy holds a credential that steps would see, in ".git\/config": .*persist-credentials: false/,
    )
    expect(run.exitCode).toBe(1)
  })

  test('nor by a variable that holds it encoded', async () => {
    const run = await runAction({ checkout: makeCheckout(), inputs: { env: `HEADER=basic ${basic}` }, steps: ['env'] })
    expect(run.log).toContain("env.HEADER: expected none of the job's own tokens")
    expect(run.exitCode).toBe(1)
  })
})
