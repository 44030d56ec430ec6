import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GATE_CLAIM_IDS, type GateClaimId } from '../../../src/domain/claim.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { EVERY_CLAIM, NOTHING } from '../../support/requirements.ts'
import { evidence, line, notProven, set, type Change } from '../../support/evidence.ts'

/** The facts without which a claim can't be proven: lines of the probe, and paths of the engine's answers. */
const NEEDED: Readonly<Record<GateClaimId, { readonly lines: readonly RegExp[]; readonly paths: readonly string[] }>> =
  {
    'network.none': {
      lines: [/^device Inter-/, /^device {2}face/, /^device +lo:/, /^route Iface/],
      paths: ['inspected.HostConfig.NetworkMode', 'inspected.NetworkSettings.Networks'],
    },
    'rootfs.read-only': {
      lines: [/^mount \d+ \d+ \S+ \/ \/ /, /^write \/\.confine-probe/, /^write \/dev\/null/],
      paths: ['inspected.HostConfig.ReadonlyRootfs'],
    },
    'workspace.detached': {
      lines: [/^mount .* \/home\/runner\/work\/repo\/repo /, /^reachable workspace/],
      paths: ['inspected.Mounts'],
    },
    'mounts.exact': {
      lines: [/^mount .* \/etc\/passwd /, /^mount .* \/tmp /, /^mount .* \/home\/runner\/work\/repo\/repo /],
      paths: ['inspected.Mounts'],
    },
    'user.non-root': { lines: [/^status Uid:/, /^status Gid:/, /^status Groups:/], paths: ['inspected.Config.User'] },
    'capabilities.none': {
      lines: ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => new RegExp(`^status Cap${set}:`)),
      paths: ['inspected.HostConfig.Privileged', 'inspected.HostConfig.CapDrop', 'inspected.HostConfig.CapAdd'],
    },
    'privileges.no-new': { lines: [/^status NoNewPrivs:/], paths: ['inspected.HostConfig.SecurityOpt'] },
    'seccomp.filter': {
      lines: [/^status Seccomp:/, /^signal 46 /, /^signal 47 /],
      paths: ['inspected.HostConfig.SecurityOpt'],
    },
    'lsm.profile': { lines: [/^lsm /], paths: ['inspected.AppArmorProfile'] },
    'namespaces.private': {
      lines: [/^status NSpid:/, /^hostname /, /^cgroup /, /^descriptor /],
      paths: ['PidMode', 'IpcMode', 'UTSMode', 'UsernsMode', 'CgroupnsMode'].map(
        (mode) => `inspected.HostConfig.${mode}`,
      ),
    },
    'devices.minimal': {
      lines: [/^node char \/dev\/null$/],
      paths: ['inspected.HostConfig.Devices', 'inspected.HostConfig.DeviceRequests', 'inspected.HostConfig.Privileged'],
    },
    'sockets.none': { lines: [/^unix Num/, /^sockets-scanned/], paths: ['inspected.Mounts'] },
    'limits.memory': {
      lines: [/^memory-v1/, /^memory-swap-v1/],
      paths: ['inspected.HostConfig.Memory', 'inspected.HostConfig.MemorySwap'],
    },
    'limits.pids': { lines: [/^pids-v1/], paths: ['inspected.HostConfig.PidsLimit'] },
    'limits.cpu': { lines: [/^cpu-quota-v1/, /^cpu-period-v1/], paths: ['inspected.HostConfig.NanoCpus'] },
    'limits.time': { lines: [], paths: [] },
    'limits.output': {
      lines: [/^limit Max file size/],
      paths: ['inspected.HostConfig.LogConfig', 'inspected.HostConfig.Ulimits'],
    },
    'environment.allowlist': { lines: [/^environment GIVEN/, /^environment CI$/], paths: ['inspected.Config.Env'] },
    'credentials.none': { lines: [/^git-config /], paths: [] },
    'image.identity': { lines: [], paths: ['inspected.Image'] },
    'engine.faithful': {
      lines: [],
      paths: ['inspected.Id', 'inspected.State', 'inspected.ExecIDs', 'inspected.Config', 'inspected.HostConfig'],
    },
    'kernel.isolation': { lines: [/^kernel /], paths: ['inspected.HostConfig.Runtime'] },
  }

/** The engine's silence on a field is told apart from its saying otherwise: only a difference from the demand refutes. */
const REFUTED_BY_ABSENCE: readonly GateClaimId[] = ['engine.faithful']

const removals = GATE_CLAIM_IDS.flatMap((id) => [
  ...NEEDED[id].lines.map((pattern) => [id, String(pattern), line(pattern, null)] as const),
  ...NEEDED[id].paths.map((path) => [id, path, set(path, undefined)] as const),
])
/** Empty already, as it must be: another case is in claims.test.ts. */
const EMPTY = 'inspected.NetworkSettings.Networks'
const garblings = GATE_CLAIM_IDS.flatMap((id) =>
  NEEDED[id].paths.flatMap((path) =>
    [...(path === EMPTY ? [] : [{}]), 'x', 7].map(
      (value) => [id, `${path} is ${JSON.stringify(value)}`, set(path, value)] as const,
    ),
  ),
)

describe('a claim whose fact is gone is not proven', () => {
  test.each(removals)('%s without %s', (id, _, change) => {
    const verdict = notProven(evidence(change))[id]
    // A demanded mount or variable that is not there is a contradiction; anything else that is missing is silence.
    expect(['unproven', 'refuted']).toContain(verdict)
    if (!['mounts.exact', 'environment.allowlist', ...REFUTED_BY_ABSENCE].includes(id) && id !== 'workspace.detached') {
      expect(verdict).toBe('unproven')
    }
  })

  test.each(garblings)('%s where %s', (id, _, change) => {
    expect(['unproven', 'refuted']).toContain(notProven(evidence(change))[id])
  })
})

describe('whatever is taken away', () => {
  const all = [...evidence().probeLines]
  const wanted = (id: GateClaimId, lines: readonly string[]): boolean =>
    NEEDED[id].lines.every((pattern) => lines.some((each) => pattern.test(each)))

  test('lines of the probe: no claim stays proven without its own', () => {
    fc.assert(
      fc.property(fc.subarray(all), (lines) => {
        const open = notProven({ ...evidence(), probeLines: lines })
        for (const id of GATE_CLAIM_IDS)
          if (!wanted(id, lines)) expect([id, open[id] ?? 'proven']).not.toEqual([id, 'proven'])
      }),
      { numRuns: 300 },
    )
  })

  test('letters of the probe: no claim stays proven by a torn line', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(all.length - 1), fc.nat(60)), { minLength: 1, maxLength: 30 }), (cuts) => {
        const lines = [...all]
        for (const [n, at] of cuts) lines[n] = (lines[n] ?? '').slice(0, at)
        const open = notProven({ ...evidence(), probeLines: lines })
        for (const id of GATE_CLAIM_IDS)
          if (!wanted(id, lines)) expect([id, open[id] ?? 'proven']).not.toEqual([id, 'proven'])
      }),
      { numRuns: 300 },
    )
  })

  test('the order of the lines: nothing depends on it but tables and their headings', () => {
    const table = /^(device|route|unix) /
    const fixed = all.filter((each) => table.test(each))
    const rest = all.filter((each) => !table.test(each))
    fc.assert(
      fc.property(fc.shuffledSubarray(rest, { minLength: rest.length }), (lines) => {
        expect(notProven({ ...evidence(), probeLines: [...lines, ...fixed] })).toEqual({})
      }),
      { numRuns: 50 },
    )
  })

  test.each([null, undefined, 'text', 5, [], {}])(
    'the engine’s whole answer (%j): nothing that needs it is proven',
    (answer) => {
      const open = notProven({ ...evidence(), inspected: answer })
      const proven = GATE_CLAIM_IDS.filter((id) => open[id] === undefined)
      expect(proven).toEqual(['limits.time', 'credentials.none'])
    },
  )

  test('the whole probe: only what the host tells alone is proven, and no shell is named', () => {
    const silent = { ...evidence(), probeLines: [] }
    const open = notProven(silent)
    const proven = GATE_CLAIM_IDS.filter((id) => open[id] === undefined)
    expect(proven).toEqual(['limits.time', 'image.identity', 'engine.faithful'])
    expect(judgePosture(silent, NOTHING).shell).toBeNull()
  })

  test('any JSON for an answer of the engine is judged without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (inspected, sent) => {
        expect(judgePosture({ ...evidence(), inspected, sent }, EVERY_CLAIM).claims.length).toBe(GATE_CLAIM_IDS.length)
      }),
    )
  })
})

describe('control groups v2', () => {
  const v2: readonly Change[] = [
    line(/^(memory|pids|cpu)-.*v1/, null),
    line(/^unreadable memory-v2/, 'memory-v2 268435456'),
    line(/^unreadable memory-swap-v2/, 'memory-swap-v2 0'),
    line(/^unreadable pids-v2/, 'pids-v2 64'),
    line(/^unreadable cpu-v2/, 'cpu-v2 100000 100000'),
  ]
  test('prove as much', () => {
    expect(notProven(evidence(...v2))).toEqual({})
  })

  test.each<[id: GateClaimId, change: Change, verdict: string]>([
    ['limits.memory', line(/^memory-v2/, 'memory-v2 max'), 'refuted'],
    ['limits.memory', line(/^memory-swap-v2/, 'memory-swap-v2 max'), 'refuted'],
    ['limits.memory', line(/^memory-swap-v2/, null), 'unproven'],
    ['limits.memory', line(/^memory-v2/, null), 'unproven'],
    ['limits.pids', line(/^pids-v2/, 'pids-v2 max'), 'refuted'],
    ['limits.pids', line(/^pids-v2/, null), 'unproven'],
    ['limits.cpu', line(/^cpu-v2/, 'cpu-v2 max 100000'), 'refuted'],
    ['limits.cpu', line(/^cpu-v2/, 'cpu-v2 100000'), 'unproven'],
    ['limits.cpu', line(/^cpu-v2/, null), 'unproven'],
  ])('%s (%#) is %3$s', (id, change, verdict) => {
    expect(notProven(evidence(...v2, change))).toEqual({ [id]: verdict })
  })
})
