import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Claim, ClaimId } from '../../src/domain/claim.ts'
import { judgeControl } from '../../src/posture/control.ts'
import type { Workspace } from '../../src/sandbox/workspace.ts'
import { DockerScope, step } from '../support/docker.ts'
import { altered, config, host, more, type Request } from '../support/docker-alter.ts'

/**
 * The control is a real container of a real engine. What it has to show is turned round one at a time: where it is
 * confined after all, it can't be told apart, and that must be said.
 */
let scope: DockerScope
let workspace: Workspace
let claims: readonly Claim[]
const STEP = step('true')

/** The security module's claim is shown only where the host has one. */
const SHOWN: readonly ClaimId[] = [
  'network.none',
  'rootfs.read-only',
  'workspace.detached',
  'mounts.exact',
  'user.non-root',
  'capabilities.none',
  'privileges.no-new',
  'seccomp.filter',
  'namespaces.private',
  'devices.minimal',
  'sockets.none',
  'limits.memory',
  'limits.pids',
  'limits.cpu',
  'limits.output',
  'environment.allowlist',
  'credentials.none',
]

beforeAll(async () => {
  scope = await DockerScope.open()
  workspace = await scope.provision()
  const record = await scope.run(workspace, STEP)
  expect(record.ending).toMatchObject({ kind: 'exited', waited: 0 })
  claims = record.claims
})

afterAll(() => scope[Symbol.asyncDispose]())

test('shows every claim that it can, by the probe and by the host, and leaves nothing', async () => {
  const { sighted, shown } = judgeControl(await scope.control(workspace, STEP), claims)
  expect(sighted).toMatchObject({ id: 'probe.sighted', verdict: 'proven' })
  expect([...shown.keys()]).toEqual(SHOWN)
  expect(shown.get('capabilities.none')).toMatch(/^inside and host: .*CapBnd [0-9a-f]*[1-9a-f]/)
  expect(shown.get('seccomp.filter')).toMatch(/^inside: Seccomp 0, watermark: .*; host: Seccomp 0$/)
  expect(shown.get('network.none')).toMatch(/eth0/)
  for (const kind of ['container', 'network'] as const) {
    expect(await scope.engine.listOwned(kind, `confine.run=${scope.label}`)).toEqual([])
  }
})

describe('where it is confined after all, the probe counts as blind', () => {
  const PROFILE = { Memory: 256 * 2 ** 20, MemorySwap: 256 * 2 ** 20, PidsLimit: 64, NanoCpus: 1e9 }

  test.each<[id: ClaimId, change: (request: Request) => Request]>([
    ['network.none', host({ NetworkMode: 'none' })],
    ['user.non-root', config({ User: '1000:1000' })],
    ['capabilities.none', host({ CapDrop: ['ALL'] })],
    ['privileges.no-new', host({ SecurityOpt: ['seccomp=unconfined', 'no-new-privileges:true'] })],
    ['devices.minimal', host({ Devices: [] })],
    ['sockets.none', host({ Mounts: [] })],
    ['limits.memory', host({ Memory: PROFILE.Memory, MemorySwap: PROFILE.MemorySwap })],
    ['limits.pids', host({ PidsLimit: PROFILE.PidsLimit })],
    ['limits.cpu', host({ NanoCpus: PROFILE.NanoCpus })],
    ['limits.output', more('Ulimits', { Name: 'fsize', Soft: 64 * 2 ** 20, Hard: 64 * 2 ** 20 })],
  ])('%s', async (id, change) => {
    const { sighted } = judgeControl(await scope.control(workspace, STEP, altered(scope.engine, change)), claims)
    expect(sighted.verdict).toBe('refuted')
    expect(sighted.observations[0]?.seen).toContain(`${id} (inside: `)
  })
})

describe('where it can’t be had, nothing is shown, and nothing is left', () => {
  test.each<[name: string, change: (request: Request) => Request, reason: RegExp]>([
    ['no such network', host({ NetworkMode: 'confine-no-such' }), /start: .*network/],
    ['no such image', config({ Image: `sha256:${'0'.repeat(64)}` }), /create container: .*No such image/],
    ['no place for the canary', host({ ReadonlyRootfs: true }), /put archive: .*read-only/],
    ['no probe', config({ Cmd: ['-c', 'exit 3'] }), /ended with 3 before the probe was done/],
  ])('%s', async (_, change, reason) => {
    const control = await scope.control(workspace, STEP, altered(scope.engine, change))
    expect(control).toEqual({ kind: 'unavailable', reason: expect.stringMatching(reason) })
    const { sighted, shown } = judgeControl(control, claims)
    expect([sighted.verdict, shown.size]).toEqual(['unproven', 0])
    expect(await scope.engine.listOwned('network', `confine.run=${scope.label}`)).toEqual([])
  })
})

// The last one, for it leaves what the sweep has to find.
test('is not waited for when the workflow is cancelled, nor when the engine does not answer', async () => {
  const silent = new Proxy(scope.engine, {
    get(target, name) {
      if (name === 'putArchive') return () => new Promise(() => undefined)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const cancel = new AbortController()
  const control = scope.control(workspace, STEP, silent, cancel.signal)
  cancel.abort()
  expect(await control).toEqual({ kind: 'unavailable', reason: 'it was cancelled' })
})
