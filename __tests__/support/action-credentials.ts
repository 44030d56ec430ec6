import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { commit, git, makeRepository } from './git.ts'
import { type Checkout, finish, makeFolders } from './checkouts.ts'

/** A token as GitHub makes them, in nobody's hands. */
export const PLANTED = 'ghs_PlantedTokenThatNoStepMayRead0123456'

/** As `actions/checkout` writes it: basic authentication for the user x-access-token. */
export const BASIC = Buffer.from(`x-access-token:${PLANTED}`).toString('base64')

export interface CredentialSite {
  readonly name: string
  /** Puts the credential where it is found in such jobs. */
  readonly plant: (path: string, temp: string) => void
}

const HEADER = 'http.https://github.com/.extraheader'

/** Where jobs leave credentials for git (actions/checkout, src/git-auth-helper.ts, for the first three). */
export const SITES: readonly CredentialSite[] = [
  {
    name: 'actions/checkout v4 and v5: an extra header',
    plant: (path) => void git(path, 'config', HEADER, `AUTHORIZATION: basic ${BASIC}`),
  },
  {
    name: "actions/checkout v6: a file in the runner's temp folder, included under a condition",
    plant: (path, temp) => {
      const file = join(temp, 'git-credentials-7f4b4a52.config')
      writeFileSync(file, `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${BASIC}\n`)
      git(path, 'config', `includeIf.gitdir:${path}/.git.path`, file)
      git(path, 'config', 'includeIf.gitdir:/github/workspace/.git.path', '/github/runner_temp/git-credentials.config')
    },
  },
  {
    name: 'the settings of a submodule',
    plant: (path) => void git(join(path, 'sub'), 'config', HEADER, `AUTHORIZATION: basic ${BASIC}`),
  },
  {
    name: 'the address of a remote',
    plant: (path) =>
      void git(path, 'remote', 'add', 'upstream', `https://x-access-token:${PLANTED}@github.com/o/r.git`),
  },
  {
    name: 'a replaced address',
    plant: (path) => void git(path, 'config', `url.https://${PLANTED}@github.com/.insteadOf`, 'https://github.com/'),
  },
  {
    name: 'what was fetched last, and a log of references',
    plant: (path) => {
      const address = `https://x-access-token:${PLANTED}@github.com/o/r`
      git(path, 'remote', 'set-url', 'origin', `${address}.git`)
      writeFileSync(join(path, '.git/FETCH_HEAD'), `${'0'.repeat(40)}\t\tbranch 'main' of ${address}\n`)
      git(path, '-c', 'core.logAllRefUpdates=always', 'update-ref', '-m', `fetch ${address}`, 'refs/heads/x', 'HEAD')
    },
  },
]

/** A repository with a submodule and the settings that jobs rely on, and one credential in it. */
export function makeCheckoutWithCredential({ plant }: CredentialSite): Checkout {
  const { folder, path, temp } = makeFolders()
  const origin = join(folder.path, 'origin')
  makeRepository(origin)
  makeRepository(path)
  git(path, 'remote', 'add', 'origin', 'https://github.com/octo-org/octo-repo')
  git(path, 'config', 'branch.main.remote', 'origin')
  git(path, 'config', 'branch.main.merge', 'refs/heads/main')
  git(path, 'submodule', '--quiet', 'add', origin, 'sub')
  const head = commit(path, { 'package.json': '{}\n' })
  plant(path, temp)
  return finish({ folder, path, temp, head })
}
