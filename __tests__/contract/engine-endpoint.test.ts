import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { ConfineError } from '../../src/domain/errors.ts'
import { configDirectory } from '../../src/sandbox/docker-context.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'
import { clientFolder, makeAuthority } from '../support/certificates.ts'
import { TempFolder } from '../support/git.ts'

let home: TempFolder
beforeEach(() => {
  home = new TempFolder()
})
afterEach(() => {
  home.remove()
})

const find = (env: Record<string, string | undefined> = {}) => findEndpoint({ HOME: home.path, ...env })

describe('DOCKER_HOST', () => {
  test.each<[host: string, description: string, connection: object]>([
    [
      'unix:///run/user/1001/docker.sock',
      'unix /run/user/1001/docker.sock',
      { socketPath: '/run/user/1001/docker.sock' },
    ],
    ['/run/x.sock', 'unix /run/x.sock', { socketPath: '/run/x.sock' }],
    ['unix://', 'unix /var/run/docker.sock', { socketPath: '/var/run/docker.sock' }],
    ['tcp://127.0.0.1:2375', 'tcp 127.0.0.1:2375', { host: '127.0.0.1', port: 2375, protocol: 'http' }],
    ['tcp://127.0.0.1', 'tcp 127.0.0.1', { host: '127.0.0.1', port: 2375, protocol: 'http' }],
    ['tcp://127.0.0.1:9999', 'tcp 127.0.0.1:9999', { host: '127.0.0.1', port: 9999 }],
    ['http://localhost:2375', 'tcp localhost:2375', { host: 'localhost', port: 2375, protocol: 'http' }],
    ['tcp://[::1]:2375', 'tcp [::1]:2375', { host: '::1', port: 2375 }],
    ['127.0.0.1:2375', 'tcp 127.0.0.1:2375', { host: '127.0.0.1', port: 2375, protocol: 'http' }],
    ['localhost:2375', 'tcp localhost:2375', { host: 'localhost', port: 2375, protocol: 'http' }],
    ['[::1]:2375', 'tcp [::1]:2375', { host: '::1', port: 2375 }],
    ['http://127.0.0.1:80', 'tcp 127.0.0.1:80', { port: 80, protocol: 'http' }],
    ['https://127.0.0.1:443', 'tls 127.0.0.1:443', { port: 443, protocol: 'https' }],
    ['HTTP://127.0.0.1:1/', 'tcp 127.0.0.1:1', { host: '127.0.0.1', port: 1, protocol: 'http' }],
    ['https://127.0.0.1', 'tls 127.0.0.1', { host: '127.0.0.1', port: 2376, protocol: 'https' }],
  ])('%s', (host, description, connection) => {
    const found = find({ DOCKER_HOST: host })
    expect(found).toMatchObject({ description, connection, warning: null })
    // Whatever is left open, the transport would take from the environment of this process.
    expect(Object.keys(found.connection).sort()).toEqual([
      'ca',
      'cert',
      'host',
      'key',
      'pathPrefix',
      'port',
      'protocol',
      'socketPath',
      'timeout',
    ])
  })

  test.each([
    ['tcp://engine.example:2375', 'engine.example:2375'],
    ['http://192.0.2.1:2375', '192.0.2.1:2375'],
    ['tcp://localhost.example:1', 'localhost.example:1'],
    ['tcp://127.0.0.1.example:2375', '127.0.0.1.example:2375'],
    ['127.example:2375', '127.example:2375'],
    ['tcp://0.0.0.0:2375', '0.0.0.0:2375'],
  ])('%s is warned of', (host, named) => {
    expect(find({ DOCKER_HOST: host }).warning).toBe(
      `the engine at ${named} is reached without encryption or authentication`,
    )
  })

  test.each([
    ['ssh://u@h', /^DOCKER_HOST: ssh:\/\/ endpoints are not supported; use /],
    ['npipe:////./pipe/docker_engine', /^DOCKER_HOST: npipe:\/\/ endpoints are not supported/],
    ['fd://', /^DOCKER_HOST: fd:\/\/ endpoints are not supported/],
    ['nonsense', /^DOCKER_HOST: not an address: nonsense$/],
    ['unix:/run/x.sock', /^DOCKER_HOST: not an address: unix:\/run\/x\.sock$/],
    ['tcp:127.0.0.1:1', /^DOCKER_HOST: not an address: tcp:127\.0\.0\.1:1$/],
    ['tcp://:2375', /^DOCKER_HOST: not an address: tcp:\/\/:2375$/],
    ['tcp://h:99999', /^DOCKER_HOST: not an address: tcp:\/\/h:99999$/],
    ['tcp://', /^DOCKER_HOST: no host in tcp:\/\/$/],
    ['http:///info', /^DOCKER_HOST: no host in http:\/\/\/info$/],
    ['tcp://h:1/engine', /^DOCKER_HOST: an address can't have a path: tcp:\/\/h:1\/engine$/],
    ['x'.repeat(1000), /^DOCKER_HOST: not an address: x{200}$/],
  ])('%s is refused by name', (host, message) => {
    const refused = () => find({ DOCKER_HOST: host })
    expect(refused).toThrow(ConfineError)
    expect(refused).toThrow(message)
  })

  test.each([undefined, ''])('empty is unset (%p)', (host) => {
    const found = find({ DOCKER_HOST: host, DOCKER_CONTEXT: '', XDG_RUNTIME_DIR: home.path })
    expect(found.description).toBe('unix /var/run/docker.sock')
  })

  test.each<[there: readonly string[], socket: string]>([
    [['/var/run/docker.sock'], '/var/run/docker.sock'],
    [['/var/run/docker.sock', '/run/user/1001/docker.sock'], '/var/run/docker.sock'],
    [['/run/user/1001/docker.sock'], '/run/user/1001/docker.sock'],
    [[], '/var/run/docker.sock'],
  ])('unset, with the sockets %j, is %s', (there, socket) => {
    const env = { HOME: home.path, XDG_RUNTIME_DIR: '/run/user/1001' }
    expect(findEndpoint(env, (path) => there.includes(path)).description).toBe(`unix ${socket}`)
  })
})

describe('TLS', () => {
  test.each([
    ['where DOCKER_CERT_PATH says', 'certs', (path: string) => ({ DOCKER_CERT_PATH: `${path}/certs` })],
    ['in the configuration’s folder', '.docker', () => ({})],
    ['in the folder that DOCKER_CONFIG says', 'own', (path: string) => ({ DOCKER_CONFIG: `${path}/own` })],
  ])('with the certificates %s', (_, folder, env) => {
    const authority = makeAuthority(home, 'authority')
    const client = authority.issue('client')
    clientFolder(home, folder, authority, client)
    const found = find({ DOCKER_HOST: 'tcp://engine.example', DOCKER_TLS_VERIFY: '1', ...env(home.path) })
    const [ca, cert, key] = [authority.cert, client.cert, client.key].map((path) => readFileSync(path))
    expect(found).toMatchObject({
      description: 'tls engine.example',
      connection: { protocol: 'https', port: 2376, ca, cert, key },
      warning: null,
    })
  })

  test('not without DOCKER_TLS_VERIFY, whatever certificates there are', () => {
    home.write('.docker/ca.pem', 'not looked at')
    for (const verify of ['', undefined]) {
      const found = find({
        DOCKER_HOST: 'tcp://127.0.0.1',
        DOCKER_TLS_VERIFY: verify,
        DOCKER_CERT_PATH: `${home.path}/.docker`,
      })
      expect(found.connection).toMatchObject({ protocol: 'http', ca: undefined, cert: undefined, key: undefined })
    }
  })

  test('not on a socket', () => {
    const found = find({ DOCKER_HOST: '/run/x.sock', DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/nonexistent' })
    expect(found.connection).toMatchObject({ socketPath: '/run/x.sock', protocol: undefined, ca: undefined })
  })

  test('without its certificates is an error', () => {
    const path = `${home.path}/missing`
    const env = { DOCKER_HOST: 'tcp://engine.example', DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: path }
    expect(() => find(env)).toThrow(`TLS for the engine, from ${path}: ca.pem is not there`)
  })
})

describe('a context', () => {
  const context = (name: string, meta: unknown): string => {
    const id = createHash('sha256').update(name).digest('hex')
    home.write(`.docker/contexts/meta/${id}/meta.json`, typeof meta === 'string' ? meta : JSON.stringify(meta))
    return id
  }
  const at = (host: string) => ({ Name: 'x', Endpoints: { docker: { Host: host } } })
  const current = (name: string): void =>
    void home.write('.docker/config.json', JSON.stringify({ currentContext: name }))

  test.each<[name: string, env: Record<string, string>]>([
    ['by the configuration', {}],
    ['by DOCKER_CONTEXT', { DOCKER_CONTEXT: 'named' }],
  ])('%s', (_, env) => {
    context('current', at('unix:///run/current.sock'))
    context('named', at('unix:///run/named.sock'))
    current('current')
    expect(find(env).description).toBe(`unix /run/${env['DOCKER_CONTEXT'] ?? 'current'}.sock`)
  })

  test('is outweighed by DOCKER_HOST', () => {
    context('current', at('unix:///run/current.sock'))
    current('current')
    expect(find({ DOCKER_HOST: '/run/x.sock' }).description).toBe('unix /run/x.sock')
  })

  test('with TLS', () => {
    const id = context('current', at('tcp://engine.example:2376'))
    current('current')
    const authority = makeAuthority(home, 'authority')
    clientFolder(home, `.docker/contexts/tls/${id}/docker`, authority, null)
    const connection = { protocol: 'https', ca: readFileSync(authority.cert), cert: undefined, key: undefined }
    expect(find()).toMatchObject({ description: 'tls engine.example:2376', connection })
  })

  test('is named when its address is refused', () => {
    context('current', at('ssh://engine.example'))
    current('current')
    expect(() => find()).toThrow('the Docker context "current": ssh:// endpoints are not supported; use unix://')
  })

  test.each([
    ['without an endpoint', { Endpoints: {} }],
    ['of another form', 'no JSON'],
    ['with another kind of address', { Endpoints: { docker: { Host: 5 } } }],
  ])('%s is an error', (_, meta) => {
    context('current', meta)
    current('current')
    expect(() => find()).toThrow('the Docker context "current" has no readable endpoint')
  })

  test('that is not there is an error', () => {
    expect(() => find({ DOCKER_CONTEXT: 'gone' })).toThrow('the Docker context "gone" has no readable endpoint')
  })

  test.each(['default', ''])('"%s" is none', (name) => {
    current(name)
    expect(find().description).toBe('unix /var/run/docker.sock')
  })

  test.each(['not JSON', '[]', '{"currentContext": 5}'])('a configuration that is %s says nothing', (text) => {
    home.write('.docker/config.json', text)
    expect(find().description).toBe('unix /var/run/docker.sock')
  })
})

test('the configuration’s folder', () => {
  expect(configDirectory({ HOME: '/h' })).toBe('/h/.docker')
  expect(configDirectory({ HOME: '/h', DOCKER_CONFIG: '' })).toBe('/h/.docker')
  expect(configDirectory({ HOME: '/h', DOCKER_CONFIG: '/c' })).toBe('/c')
})
