import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { type Checkout, giveTo, makeCheckout, OWNER } from '../support/checkouts.ts'
import { git } from '../support/git.ts'

/** What a job's environment holds, with what is secret in it. */
const CANARIES = {
  GITHUB_TOKEN: 'canary-github-token',
  ACTIONS_RUNTIME_TOKEN: 'canary-runtime-token',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-id-token',
  ACTIONS_RUNTIME_URL: 'https://canary.test/runtime',
  ACTIONS_CACHE_URL: 'https://canary.test/cache',
  NPM_TOKEN: 'canary-npm-token',
  AWS_SECRET_ACCESS_KEY: 'canary-aws-key',
  SSH_AUTH_SOCK: '/tmp/canary-agent',
  NODE_OPTIONS: '--title=canary',
  HTTPS_PROXY: 'http://canary:canary@proxy.test',
  SOME_SETTING: 'canary-setting',
}

const NAMES = [
  'CI',
  'GITHUB_ACTIONS',
  'GITHUB_REF',
  'GITHUB_REPOSITORY',
  'GITHUB_SHA',
  'GITHUB_WORKSPACE',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_KEY_0',
  'GIT_CONFIG_VALUE_0',
  'HOME',
  'HOSTNAME',
  'LANG',
  'PATH',
  'RUNNER_OS',
  'USER',
]

/** The shell's own. */
const SHELL = ['OLDPWD', 'PWD', 'SHLVL', '_']

function namesOf(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line !== '')
  return lines.map((line) => line.split('=', 1)[0] ?? '').filter((name) => !SHELL.includes(name))
}

/** As a runner leaves it: the files never changed owner since git wrote its index. */
function refreshed(checkout: Checkout): Checkout {
  git(checkout.path, 'update-index', '--refresh')
  giveTo(join(checkout.path, '.git'), OWNER)
  return checkout
}

describe('the environment of a step', () => {
  test.each(['busybox', 'debian'] as const)('has these names and no others: %s', async (image) => {
    const steps = ['env | sort', 'cat /proc/*/environ | tr "\\0" "\\n"']
    const run = await runAction({ checkout: refreshed(makeCheckout()), image, steps, env: CANARIES })
    expectVerified(run)
    expect(namesOf(outputOf(run, 0))).toEqual(NAMES)
    for (const canary of Object.values(CANARIES)) {
      expect(outputOf(run, 0)).not.toContain(canary)
      expect(outputOf(run, 1)).not.toContain(canary)
      expect(JSON.stringify(run.report)).not.toContain(canary)
    }
  })

  test('has the values that the job’s have', async () => {
    const checkout = makeCheckout()
    const steps = ['echo "$CI $GITHUB_ACTIONS $GITHUB_REPOSITORY $RUNNER_OS $GITHUB_REF $GITHUB_SHA"']
    const run = await runAction({ checkout, event: 'push.branch', steps })
    expectVerified(run)
    expect(outputOf(run)).toMatch(new RegExp(`^true true octo-org/octo-repo Linux refs/heads/\\S+ ${checkout.head}\n$`))
  })

  test('gets what the input env and a step’s own env name', async () => {
    const env = 'PLAIN=one two = three\n# a remark\nSOME_SETTING\nEMPTY=\nQUOTES="$HOME" `id`'
    const steps = [
      { run: 'echo "$PLAIN|$SOME_SETTING|$EMPTY|$QUOTES|$OWN"', env: { OWN: 'line 1\nline 2' } },
      'echo "${OWN-unset} $PLAIN"',
    ]
    const checkout = refreshed(makeCheckout())
    const run = await runAction({ checkout, image: 'debian', steps, inputs: { env }, env: CANARIES })
    expectVerified(run)
    expect(outputOf(run, 0)).toBe('one two = three|canary-setting||"$HOME" `id`|line 1\nline 2\n')
    expect(outputOf(run, 1)).toBe('unset one two = three\n')
    const given = ['PLAIN', 'SOME_SETTING', 'EMPTY', 'QUOTES', 'OWN']
    const names = NAMES.filter((name) => name !== 'PATH' && name !== 'HOSTNAME')
    expect([...(reportOf(run).profile?.environment ?? [])].sort()).toEqual([...names, ...given].sort())
  })

  test('may hold a secret by name, which is hidden in all that is told', async () => {
    const steps = ['echo "the password is $DB_PASSWORD"; echo "$DB_PASSWORD" | rev']
    const inputs = { env: 'DB_PASSWORD' }
    const env = { DB_PASSWORD: 'correct-horse-battery' }
    const run = await runAction({ checkout: makeCheckout(), image: 'debian', steps, inputs, env })
    expectVerified(run)
    expect(outputOf(run)).toBe('the password is ***\nyrettab-esroh-tcerroc\n')
    const told = [run.summary, JSON.stringify(run.report), run.github.state.comments[0]?.body]
    expect(told.join('\n')).not.toContain(env.DB_PASSWORD)
    expect(run.log.indexOf(`::add-mask::${env.DB_PASSWORD}`)).toBeGreaterThanOrEqual(0)
  })
})
