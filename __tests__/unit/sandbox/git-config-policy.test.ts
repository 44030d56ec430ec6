import { describe, expect, test } from '@jest/globals'
import { scrubSetting, secretsOf } from '../../../src/sandbox/git-config-policy.ts'

const TOKEN = 'ghs_0123456789abcdef'
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')

describe('a setting of git', () => {
  const keep = { kind: 'keep' } as const
  const remove = { kind: 'remove' } as const
  const without = (value: string) => ({ kind: 'replace', value }) as const
  test.each<[key: string, value: string, scrubbing: ReturnType<typeof scrubSetting>]>([
    ['core.bare', 'false', keep],
    ['user.email', 'a@example.test', keep],
    ['remote.origin.url', 'https://github.com/o/r', keep],
    ['remote.origin.url', 'git@github.com:o/r.git', keep],
    ['remote.origin.url', 'ssh://git@github.com/o/r.git', keep],
    ['remote.origin.url', 'https://github.com/@scope/r', keep],
    ['remote.origin.url', '/srv/r.git', keep],
    ['http.sslverify', 'false', keep],
    ['http.proxy', 'http://proxy:3128', keep],
    ['url.https://github.com/.insteadof', 'git@github.com:', keep],
    ['includeif.gitdir:/x/.path.other', 'x', keep],

    ['http.https://github.com/.extraheader', `AUTHORIZATION: basic ${BASIC}`, remove],
    ['http.extraheader', 'X: y', remove],
    ['http.https://a.b/c.d/.extraheader', 'X: y', remove],
    ['http.cookiefile', '/tmp/cookies', remove],
    ['http.https://x/.cookiefile', '/tmp/cookies', remove],
    ['include.path', '/tmp/credentials', remove],
    ['includeif.gitdir:/home/runner/.git.path', '/tmp/credentials', remove],
    ['credential.helper', 'store', remove],
    ['credential.https://x.username', 'me', remove],
    ['core.sshcommand', 'ssh -i /tmp/key', remove],
    ['core.askpass', '/tmp/ask', remove],
    [`url.https://x:${TOKEN}@github.com/.insteadof`, 'https://github.com/', remove],
    [`url.https://x:${TOKEN}@github.com/.pushinsteadof`, 'https://github.com/', remove],

    ['remote.origin.url', `https://x-access-token:${TOKEN}@github.com/o/r`, without('https://github.com/o/r')],
    ['remote.origin.url', `https://${TOKEN}@github.com/o/r`, without('https://github.com/o/r')],
    ['remote.origin.pushurl', `HTTPS://u:p@h/o/r`, without('HTTPS://h/o/r')],
    ['remote.origin.url', 'ssh://u:p@h/r', without('ssh://h/r')],
    ['http.proxy', 'http://u:p@proxy:3128', without('http://proxy:3128')],
  ])('%s = %s', (key, value, scrubbing) => {
    expect(scrubSetting({ key, value }, [])).toEqual(scrubbing)
  })

  test('that holds a known secret goes, in its key too', () => {
    expect(scrubSetting({ key: 'alias.x', value: `!curl -H ${TOKEN}` }, [TOKEN])).toEqual(remove)
    expect(scrubSetting({ key: `remote.${TOKEN}.x`, value: 'y' }, [TOKEN])).toEqual(remove)
    expect(scrubSetting({ key: 'alias.x', value: 'y' }, [TOKEN])).toEqual(keep)
  })
})

describe('the secrets that a setting carries', () => {
  test.each<[key: string, value: string, secrets: readonly string[]]>([
    ['http.https://github.com/.extraheader', `AUTHORIZATION: basic ${BASIC}`, [BASIC, TOKEN]],
    ['http.extraheader', `Authorization: Bearer ${TOKEN}`, [TOKEN]],
    ['http.extraheader', 'X-Other: value-of-some-length', []],
    ['remote.origin.url', `https://x:${TOKEN}@github.com/o/r`, [TOKEN]],
    ['remote.origin.url', `https://${TOKEN}@github.com/o/r`, [TOKEN]],
    ['remote.origin.url', 'https://u:short@h/', []],
    ['remote.origin.url', 'ssh://git-user-name@h/r', []],
    [`url.https://x:${TOKEN}@h/.insteadof`, 'https://h/', [TOKEN]],
    ['core.bare', 'false', []],
  ])('%s = %s', (key, value, secrets) => {
    expect([...secretsOf({ key, value })].sort()).toEqual([...secrets].sort())
  })
})
