import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { trustedPrograms } from '../../../src/plan/programs.ts'
import { findLogin } from '../../../src/sandbox/registry-login.ts'
import { TempFolder } from '../../support/git.ts'

const HUB = 'https://index.docker.io/v1/'

let home: TempFolder
beforeEach(() => {
  home = new TempFolder()
})
afterEach(() => {
  home.remove()
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** What is found for a registry under this configuration, with the folder's programs on the PATH. */
function login(registry: string, config: unknown): ReturnType<typeof findLogin> {
  if (config !== null) home.write('.docker/config.json', typeof config === 'string' ? config : JSON.stringify(config))
  const programs = trustedPrograms(`${home.path}:/usr/bin:/bin`, '/no/checkout', hostFacts())
  return findLogin(registry, { HOME: home.path, CLOUD: 'kept', GITHUB_TOKEN: 't', INPUT_TOKEN: 't' }, programs)
}

describe('a stored login', () => {
  test.each<[name: string, registry: string, config: unknown, found: object | null]>([
    ['no file', 'ghcr.io', null, null],
    ['no logins', 'ghcr.io', {}, null],
    ['another registry', 'ghcr.io', { auths: { 'quay.io': { auth: base64('u:p') } } }, null],
    [
      'this registry',
      'ghcr.io',
      { auths: { 'ghcr.io': { auth: base64('u:p') } } },
      { username: 'u', password: 'p', serveraddress: 'ghcr.io' },
    ],
    [
      'Docker Hub, under its old name',
      'docker.io',
      { auths: { [HUB]: { auth: base64('u:p:q') } } },
      { username: 'u', password: 'p:q', serveraddress: HUB },
    ],
    [
      'a registry with a port',
      'r:5000',
      { auths: { 'r:5000': { auth: base64('u:') } } },
      { username: 'u', password: '', serveraddress: 'r:5000' },
    ],
    [
      'an identity token',
      'ghcr.io',
      { auths: { 'ghcr.io': { auth: base64('u:p'), identitytoken: 't' } } },
      { username: 'u', password: 'p', serveraddress: 'ghcr.io', identitytoken: 't' },
    ],
    [
      'an identity token alone',
      'ghcr.io',
      { auths: { 'ghcr.io': { identitytoken: 't' } } },
      { username: '', password: '', serveraddress: 'ghcr.io', identitytoken: 't' },
    ],
    ['an empty entry', 'ghcr.io', { auths: { 'ghcr.io': {} } }, null],
    ['an entry without a user', 'ghcr.io', { auths: { 'ghcr.io': { auth: base64(':p') } } }, null],
    ['an entry of another form', 'ghcr.io', { auths: { 'ghcr.io': 'u:p' } }, null],
  ])('%s', async (_, registry, config, found) => {
    expect(await login(registry, config)).toEqual(found)
  })

  test('in a file that is no JSON is an error: it is not the same as none', async () => {
    await expect(login('ghcr.io', 'nonsense')).rejects.toMatchObject({ code: 'image' })
  })
})

describe('a credential helper', () => {
  const helper = (script: string, name = 'own'): void =>
    void home.write(`docker-credential-${name}`, `#!/bin/sh\n${script}\n`, 0o755)
  const own = { credHelpers: { 'ghcr.io': 'own' } }
  const answer = (text: string): string => `cat >/dev/null; printf '%s' '${text}'`

  test('is asked for its registry', async () => {
    helper('read -r key; printf \'{"Username":"%s","Secret":"%s"}\' "$1" "$key"')
    expect(await login('ghcr.io', own)).toEqual({ username: 'get', password: 'ghcr.io', serveraddress: 'ghcr.io' })
  })

  test('for all registries is asked for Docker Hub’s old name', async () => {
    helper('read -r key; printf \'{"Username":"u","Secret":"%s"}\' "$key"', 'all')
    expect(await login('docker.io', { credsStore: 'all' })).toMatchObject({ password: HUB, serveraddress: HUB })
  })

  test('has its own variables, and none that hold the job’s tokens', async () => {
    helper('cat >/dev/null; printf \'{"Username":"%s","Secret":"%s"}\' "$CLOUD" "[$GITHUB_TOKEN$INPUT_TOKEN]"')
    expect(await login('ghcr.io', own)).toMatchObject({ username: 'kept', password: '[]' })
  })

  test('of the branch is none', async () => {
    home.write('checkout/docker-credential-own', '#!/bin/sh\necho {}', 0o755)
    const programs = trustedPrograms(`${home.path}/checkout:/usr/bin:/bin`, `${home.path}/checkout`, hostFacts())
    home.write('.docker/config.json', JSON.stringify(own))
    await expect(findLogin('ghcr.io', { HOME: home.path }, programs)).rejects.toThrow('is not on the PATH')
  })

  test('of one registry outweighs that of all, and the file', async () => {
    helper(answer('{"Username":"u","Secret":"one"}'))
    helper(answer('{"Username":"u","Secret":"all"}'), 'all')
    const config = { ...own, credsStore: 'all', auths: { 'ghcr.io': { auth: base64('u:file') } } }
    expect(await login('ghcr.io', config)).toMatchObject({ password: 'one' })
    expect(await login('quay.io', config)).toMatchObject({ password: 'all' })
  })

  test('may give an identity token', async () => {
    helper(answer('{"Username":"<token>","Secret":"t"}'))
    expect(await login('ghcr.io', own)).toEqual({
      username: '',
      password: '',
      serveraddress: 'ghcr.io',
      identitytoken: 't',
    })
  })

  test.each([
    ['says that it has none', "echo 'credentials not found in native keychain'; exit 1"],
    ['reads nothing, and has none', 'exit 1'],
    ['answers without a secret', answer('{"Username":"u"}')],
    ['answers with a list', answer('[]')],
  ])('that %s: nobody is logged in', async (_, script) => {
    helper(script)
    expect(await login('ghcr.io', own)).toBeNull()
  })

  test.each([
    ['is not there', null, /docker-credential-own, which the login file names, is not on the PATH/],
    ['answers with no JSON', answer('nonsense'), /docker-credential-own: .*JSON/],
    ['answers without an end', 'cat /dev/zero', /docker-credential-own: more than 65536 bytes/],
  ])('that %s is an error', async (_, script, message) => {
    if (script !== null) helper(script)
    await expect(login('ghcr.io', own)).rejects.toThrow(message)
  })

  test.each(['../../bin/sh', 'a b', 'x;y'])('with the name "%s" is refused', async (name) => {
    await expect(login('ghcr.io', { credsStore: name })).rejects.toThrow(`odd credential helper name: ${name}`)
  })
})
