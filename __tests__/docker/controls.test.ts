import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Claim, ClaimId } from '../../src/domain/claim.ts'
import type { Profile } from '../../src/domain/profile.ts'
import { isEnough } from '../../src/domain/requirements.ts'
import { createKeeper } from '../../src/sandbox/keeper.ts'
import { SECCOMP_PROFILE } from '../../src/sandbox/seccomp-profile.ts'
import { packTar } from '../../src/sandbox/tar.ts'
import type { Workspace } from '../../src/sandbox/workspace.ts'
import { DockerScope, step, testImage } from '../support/docker.ts'
import { altered, config, host, more, type Request } from '../support/docker-alter.ts'
import { notProven } from '../support/evidence.ts'
import { EVERY_CLAIM } from '../support/requirements.ts'

/**
 * A claim needs a control: the same probe in a container in which one demand is dropped or turned round must say so, and
 * of no other claim. Each is a real container of a real engine.
 */
let scope: DockerScope
let workspace: Workspace
let server: Server
let other: string

beforeAll(async () => {
  scope = await DockerScope.open()
  workspace = await scope.provision()
  other = (await testImage(scope.engine, scope.facts, 'debian')).id
  server = createServer().listen(join(scope.folder.path, 'own.sock'))
  await new Promise((resolve) => server.once('listening', resolve))
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await scope[Symbol.asyncDispose]()
})

/** A security module's claim is for hosts that have one. */
const notEnough = (claims: readonly Claim[]): readonly Claim[] =>
  claims.filter((claim) => !isEnough(claim, EVERY_CLAIM))

interface Attempt {
  readonly profile?: Partial<Profile>
  readonly of?: Workspace
}

/** Claims that are not proven of the container that this request makes. The step must not have run. */
async function control(change: (request: Request) => Request, { profile = {}, of = workspace }: Attempt = {}) {
  const engine = altered(scope.engine, change)
  const record = await scope.run(of, step('echo this must not be seen'), { engine, profile })
  if (record.evidence === null) throw new Error(`no evidence: ${JSON.stringify(record.ending)}`)
  expect([record.output, record.releasedAt]).toEqual([null, null])
  expect(record.ending).toMatchObject({ kind: 'gate-shut' })
  return notProven(record.evidence)
}

const refuted = (...ids: readonly ClaimId[]) => Object.fromEntries(ids.map((id) => [id, 'refuted']))
const bind = (source: string, target: string, readOnly = true) =>
  more('Mounts', { Type: 'bind', Source: source, Target: target, ReadOnly: readOnly })
const NO_NEW = 'no-new-privileges:true'
const FILTER = `seccomp=${SECCOMP_PROFILE}`
const options = (...all: readonly string[]) => host({ SecurityOpt: all })

test('with nothing changed every claim is proven, and the step runs', async () => {
  const record = await scope.run(workspace, step('echo seen'), { engine: altered(scope.engine, config({})) })
  expect(record.ending).toMatchObject({ kind: 'exited', waited: 0 })
  expect(String(record.output?.head)).toBe('seen\n')
  expect(notEnough(record.claims)).toEqual([])
})

describe('a demand that the engine was not given refutes its claim', () => {
  test.each<[name: string, change: (request: Request) => Request, also: readonly ClaimId[]]>([
    ['a writable root', host({ ReadonlyRootfs: false }), ['rootfs.read-only']],
    ['root', config({ User: '0:0' }), ['user.non-root']],
    ['the image’s user', config({ User: '' }), ['user.non-root']],
    ['group root', config({ User: '1000:0' }), ['user.non-root']],
    ['all capabilities kept', host({ CapDrop: [] }), ['capabilities.none']],
    [
      'privileged',
      host({ Privileged: true }),
      ['capabilities.none', 'seccomp.filter', 'mounts.exact', 'devices.minimal'],
    ],
    ['new privileges', options(FILTER), ['privileges.no-new']],
    ['new privileges, by word', options('no-new-privileges:false', FILTER), ['privileges.no-new']],
    ['no filter', options(NO_NEW, 'seccomp=unconfined'), ['seccomp.filter']],
    ['the engine’s own filter', options(NO_NEW), ['seccomp.filter']],
    ['a filter without the mark', options(NO_NEW, FILTER.replace('"errnoRet":31', '"errnoRet":3')), ['seccomp.filter']],
    ['more memory', host({ Memory: 512 * 2 ** 20, MemorySwap: 512 * 2 ** 20 }), ['limits.memory']],
    ['swap', host({ MemorySwap: -1 }), ['limits.memory']],
    ['no memory limit', host({ Memory: 0, MemorySwap: 0 }), ['limits.memory']],
    ['more processes', host({ PidsLimit: 65 }), ['limits.pids']],
    ['no process limit', host({ PidsLimit: 0 }), ['limits.pids']],
    ['more CPUs', host({ NanoCpus: 2e9 }), ['limits.cpu']],
    ['no CPU limit', host({ NanoCpus: 0 }), ['limits.cpu']],
    ['larger files', host({ Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }] }), ['limits.output']],
    ['a log of the engine', host({ LogConfig: { Type: 'json-file', Config: {} } }), ['limits.output']],
    ['a variable less', config({ Env: ['HOME=/home/confine'] }), ['environment.allowlist']],
    ['no mask', host({ MaskedPaths: [] }), ['mounts.exact']],
    ['a writable /proc/sys', host({ ReadonlyPaths: [] }), ['mounts.exact']],
    ['more shared memory', host({ ShmSize: 16 * 2 ** 20 }), []],
    ['the host’s IPC', host({ IpcMode: 'host' }), ['mounts.exact', 'namespaces.private']],
    ['the host’s control groups', host({ CgroupnsMode: 'host' }), ['namespaces.private']],
    ['a health check', config({ Healthcheck: { Test: ['CMD', 'true'] } }), []],
    ['the engine’s init', host({ Init: true }), ['mounts.exact', 'namespaces.private']],
    ['the engine’s networking', config({ NetworkDisabled: false }), []],
    ['another host name', config({ Hostname: 'other' }), ['namespaces.private']],
  ])('%s', async (_, change, also) => {
    expect(await control(change)).toEqual(refuted(...also, 'engine.faithful'))
  })

  test('another image', async () => {
    expect(await control(config({ Image: other }))).toEqual(refuted('image.identity', 'engine.faithful'))
  })

  test('the checkout itself in place of its layer', async () => {
    const change = (request: Request): Request => {
      const [, ...rest] = (request['HostConfig'] as { Mounts: readonly object[] }).Mounts
      const own = { Type: 'bind', Source: scope.checkout, Target: scope.checkout, ReadOnly: false }
      return host({ Mounts: [own, ...rest] })(request)
    }
    expect(await control(change)).toEqual(refuted('workspace.detached', 'mounts.exact', 'engine.faithful'))
  })
})

describe('what was added, and not asked for', () => {
  test('a network', async () => {
    const name = `confine-${scope.label}`
    const network = await scope.createNetwork(name)
    const joined = host({ NetworkMode: name })
    expect(await control((request) => config({ NetworkDisabled: false })(joined(request)))).toEqual(
      refuted('network.none', 'engine.faithful'),
    )
    // Here the kernel shows none, for there is none: what was asked for tells.
    expect(await control(joined)).toEqual(refuted('network.none', 'engine.faithful'))
    await scope.engine.remove('network', network)
  })

  test.each<[name: string, change: (request: Request) => Request, refutes: readonly ClaimId[]]>([
    ['a capability', host({ CapAdd: ['CHOWN'] }), ['capabilities.none', 'engine.faithful']],
    ['a group', host({ GroupAdd: ['0'] }), ['user.non-root', 'engine.faithful']],
    ['a tmpfs', (request) => host({ Tmpfs: { ...tmpfsOf(request), '/opt': 'rw' } })(request), ['mounts.exact']],
    [
      'a writable tmpfs over /etc',
      (request) => host({ Tmpfs: { ...tmpfsOf(request), '/etc': 'rw' } })(request),
      ['mounts.exact'],
    ],
    ['the host’s processes', host({ PidMode: 'host' }), ['namespaces.private', 'engine.faithful']],
    [
      'the host’s name',
      (request) => host({ UTSMode: 'host' })(config({ Hostname: '' })(request)),
      ['namespaces.private', 'engine.faithful'],
    ],
    ['the host’s user namespace', host({ UsernsMode: 'host' }), ['namespaces.private', 'engine.faithful']],
    ['a rule for devices', host({ DeviceCgroupRules: ['c 1:5 rwm'] }), ['devices.minimal', 'engine.faithful']],
    [
      'a device',
      host({ Devices: [{ PathOnHost: '/dev/zero', PathInContainer: '/dev/own', CgroupPermissions: 'r' }] }),
      ['devices.minimal', 'engine.faithful'],
    ],
  ])('%s', async (_, change, refutes) => {
    expect(await control(change)).toEqual(refuted(...refutes))
  })

  test('a mount, read-only and not', async () => {
    const folder = scope.folder.folder('extra')
    for (const readOnly of [true, false]) {
      expect(await control(bind(folder, '/opt', readOnly))).toEqual(refuted('mounts.exact', 'engine.faithful'))
    }
  })

  test('a unix socket, where the probe looks and where only the engine tells', async () => {
    for (const target of ['/run/own.sock', '/opt/hidden']) {
      const change = bind(join(scope.folder.path, 'own.sock'), target)
      expect(await control(change)).toEqual(refuted('sockets.none', 'mounts.exact', 'engine.faithful'))
    }
  })

  test('a variable', async () => {
    const change = (request: Request): Request =>
      config({ Env: [...(request['Env'] as string[]), 'CANARY=x'] })(request)
    expect(await control(change)).toEqual(refuted('environment.allowlist'))
  })

  test('another runtime', async () => {
    expect(scope.facts.runtimes).toContain('runsc')
    // It shows otherwise most of what the kernel shows of a process of its own.
    expect(await control(host({ Runtime: 'runsc', PidsLimit: 1024 }))).toMatchObject(refuted('kernel.isolation'))
  })

  test('a process from outside, while the gate is shut', async () => {
    const exec = altered(scope.engine, config({}))
    const engine = new Proxy(exec, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'inspectContainer') return value
        return async (id: string) => {
          await scope.startExec(id, ['/bin/sleep', '30'])
          return target.inspectContainer(id)
        }
      },
    })
    const record = await scope.run(workspace, step('echo no'), { engine })
    expect(record.evidence === null ? null : notProven(record.evidence)).toEqual(refuted('engine.faithful'))
  })
})

describe('a credential in the workspace', () => {
  const KINDS = [
    ['an extra header', '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic YWJj\n'],
    ['an include', '[includeIf "gitdir:/x/"]\n\tpath = /tmp/credentials\n'],
    ['a token in a URL', '[remote "origin"]\n\turl = https://x:abc@example.test/r.git\n'],
  ] as const
  test.each(KINDS)('%s', async (_, text) => {
    const own = await scope.provision()
    const keeper = await createKeeper({ engine: scope.engine, imageId: scope.image.id, labels: scope.labels }, [
      { ...own.mount, readOnly: false },
    ])
    const content = Buffer.from(`[core]\n\tbare = false\n${text}`)
    const entry = { name: '.git/config', type: 'file', content, mode: 0o644, uid: 1000, gid: 1000 } as const
    await scope.engine.putArchive(keeper, scope.checkout, packTar([{ ...entry, mtime: new Date() }]))
    await scope.engine.remove('container', keeper)
    expect(await control(config({}), { of: own })).toEqual(refuted('credentials.none'))
  })

  test('a git configuration that the probe can not see is not taken for a clean one', async () => {
    const own = await scope.provision()
    const blind = { ...own, credentialScan: { ...own.credentialScan, hasOwnConfig: true } }
    const change = (request: Request): Request => {
      const cmd = request['Cmd'] as string[]
      return config({ Cmd: cmd.map((word, n) => (n === 1 ? word.replaceAll('/.git/config', '/.git/konfig') : word)) })(
        request,
      )
    }
    expect(await control(change, { of: blind })).toEqual({
      'credentials.none': 'unproven',
      'engine.faithful': 'refuted',
    })
  })
})

function tmpfsOf(request: Request): Request {
  return (request['HostConfig'] as { Tmpfs: Request }).Tmpfs
}
