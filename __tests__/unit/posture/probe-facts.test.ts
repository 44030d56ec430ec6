import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseProbe } from '../../../src/posture/probe-facts.ts'
import { evidence } from '../../support/evidence.ts'

const RECORDED = evidence().probeLines
const DEVICE = ['device Inter-|   Receive', 'device  face |bytes']

describe('the recorded probe', () => {
  const facts = parseProbe(RECORDED)

  test.each<[name: string, got: unknown, wanted: unknown]>([
    ['ids', facts.status.get('Uid'), '1000 1000 1000 1000'],
    ['groups', facts.status.get('Groups'), '1000'],
    ['bounding set', facts.status.get('CapBnd'), '0'.repeat(16)],
    ['devices', facts.devices, ['lo']],
    ['routes', facts.routes, []],
    ['bound sockets', facts.unixSockets, []],
    ['kernel', facts.kernel, '6.1.0-test'],
    ['memory', facts.cgroup.get('memory-v1'), '268435456'],
    ['control groups v2', facts.cgroup.get('memory-v2'), undefined],
    ['a write to /dev/null', facts.writes.get('/dev/null'), 'written'],
    ['writable places', [...facts.writable], ['/tmp', 'HOME']],
    ['workspace', facts.workspaceReachable, true],
    ['socket files', facts.socketFiles, []],
    ['sockets scanned', facts.socketsScanned, true],
    ['git configurations', [...facts.gitConfigs], [['/home/runner/work/repo/repo/.git/config', 5]]],
    ['shell', facts.shell, '/bin/sh -e -o pipefail'],
  ])('tells its %s', (_, got, wanted) => {
    expect(got).toEqual(wanted)
  })

  test('tells the reason of a refused write', () => {
    expect(facts.writes.get('/.confine-probe')).toMatch(/Read-only file system$/)
  })

  test('has a row for each mount', () => {
    expect(facts.mounts.length).toBe(RECORDED.filter((row) => row.startsWith('mount ')).length)
    expect(facts.mounts[0]).toMatch(/^\d+ \d+ \d+:\d+ \/ \/ ro/)
  })
})

describe('what contradicts itself is dropped', () => {
  test.each<
    [name: string, lines: readonly string[], read: (facts: ReturnType<typeof parseProbe>) => unknown, got: unknown]
  >([
    ['a field twice', ['status Uid: 1', 'status Uid: 0'], (f) => f.status.get('Uid'), undefined],
    ['a field thrice', ['status Uid: 1', 'status Uid: 0', 'status Uid: 1'], (f) => f.status.get('Uid'), undefined],
    ['a field twice alike', ['status Uid: 1', 'status Uid:\t1 '], (f) => f.status.get('Uid'), '1'],
    ['two kernels', ['kernel 5', 'kernel 6'], (f) => f.kernel, null],
    ['two shells', ['shell sh', 'shell bash'], (f) => f.shell, null],
    ['two limits', ['pids-v1 5', 'pids-v1 6'], (f) => f.cgroup.get('pids-v1'), undefined],
    ['two answers to a write', ['write /x written', 'write /x no'], (f) => f.writes.get('/x'), undefined],
    ['two counts of one file', ['git-config 1 /a', 'git-config 2 /a'], (f) => f.gitConfigs.get('/a'), undefined],
    [
      'two files of one count',
      ['git-config 3 /a', 'git-config 3 /b'],
      (f) => [...f.gitConfigs],
      [
        ['/a', 3],
        ['/b', 3],
      ],
    ],
    ['a file with blanks', ['git-config 3 /a  b/.git/config'], (f) => f.gitConfigs.get('/a  b/.git/config'), 3],
  ])('%s', (_, lines, read, got) => {
    expect(read(parseProbe(lines))).toEqual(got)
  })
})

describe('names that a step may have made are quoted', () => {
  const FOREIGN = '/w/.git/modules/x\rAll claims proven\u202e\x1b]0;/config'
  const QUOTED = '"/w/.git/modules/x\\u{d}All claims proven\\u{202e}\\u{1b}]0;/config"'

  const QUOTES = '"/tmp/a\\u{22} was found, and \\u{22}b"'

  test.each<
    [name: string, line: string, read: (facts: ReturnType<typeof parseProbe>) => readonly string[], got: string]
  >([
    ['a file with a credential', `credential ${FOREIGN}`, (f) => f.credentialFiles, QUOTED],
    ['a plain one', 'credential /w/.git/config', (f) => f.credentialFiles, '"/w/.git/config"'],
    ['a socket', `socket ${FOREIGN}`, (f) => f.socketFiles, QUOTED],
    ['a variable', `environment ${FOREIGN}`, (f) => f.environment, QUOTED],
    ['a name that ends its quotes', 'socket /tmp/a" was found, and "b', (f) => f.socketFiles, QUOTES],
    ['a variable that reads as a sentence', 'environment all is well', (f) => f.environment, '"all is well"'],
    ['a device that does', 'node char /dev/all is well', (f) => f.nodes, '"char /dev/all is well"'],
    ['a plain device', 'node char /dev/null', (f) => f.nodes, 'char /dev/null'],
    ['a plain variable', 'environment PATH', (f) => f.environment, 'PATH'],
    ['an empty name', 'environment ', (f) => f.environment, 'nothing'],
    [
      'a long name',
      `credential /${'x'.repeat(5000)}`,
      (f) => f.credentialFiles,
      `"/${'x'.repeat(199)}"… (5001 characters)`,
    ],
  ])('%s', (_, line, read, got) => {
    expect(read(parseProbe([line]))).toEqual([got])
  })

  test('and few of many are told', () => {
    const lines = Array.from({ length: 500 }, (_, n) => `credential /w/${String(n)}`)
    const told = parseProbe([...lines, ...lines]).credentialFiles
    expect(told).toHaveLength(11)
    expect(told.slice(0, 2)).toEqual(['"/w/0"', '"/w/1"'])
    expect(told.at(-1)).toBe('490 more')
  })

  test('an interface too', () => {
    expect(parseProbe([...DEVICE, 'device e\x1b[: 1']).devices).toEqual(['"e\\u{1b}["'])
  })
})

describe('a table without its heading is no table', () => {
  test.each<[name: string, lines: readonly string[], got: readonly string[] | null]>([
    ['nothing', [], null],
    ['unreadable', ['unreadable device'], null],
    ['one heading row', DEVICE.slice(0, 1), null],
    ['the second heading row first', DEVICE.slice(1), null],
    ['the second row lost', [DEVICE[0] ?? '', 'device lo: 0', 'device eth0: 0'], null],
    ['the first row lost', [DEVICE[1] ?? '', 'device eth0: 0', 'device lo: 0'], null],
    ['only headings', DEVICE, []],
    ['rows', [...DEVICE, 'device     lo:   0', 'device eth0: 1'], ['lo', 'eth0']],
    ['a torn row', [...DEVICE, 'device lo: 0', 'device eth'], null],
  ])('devices: %s', (_, lines, got) => {
    expect(parseProbe(lines).devices).toEqual(got)
  })

  test.each<[name: string, lines: readonly string[], routes: number | null, sockets: number | null]>([
    ['nothing', [], null, null],
    ['headings', ['route Iface\tDestination', 'unix Num RefCount'], 0, 0],
    ['no headings', ['route eth0\t00', 'unix 0000: 1'], null, null],
    ['rows', ['route Iface\tD', 'route eth0\t00', 'route ', 'unix Num R', 'unix 0: @a', 'unix 1: /b'], 1, 2],
  ])('routes and sockets: %s', (_, lines, routes, sockets) => {
    const facts = parseProbe(lines)
    expect([facts.routes?.length ?? null, facts.unixSockets?.length ?? null]).toEqual([routes, sockets])
  })
})

describe('whatever an image’s shell prints', () => {
  const word = fc.constantFrom(
    'status',
    'mount',
    'device',
    'route',
    'unix',
    'write',
    'git-config',
    'shell',
    'kernel',
    'x',
  )
  const anyLine = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.tuple(word, fc.string({ unit: 'binary', maxLength: 30 })).map(([first, rest]) => `${first} ${rest}`),
    fc.constantFrom(...RECORDED),
  )

  test('is sorted without an error, and never becomes a fact that no line states', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
        const facts = parseProbe(lines)
        for (const [name, value] of facts.status) {
          const folded = lines.map((each) => each.replace(/\s+/g, ' ').trim())
          expect(folded.some((each) => each.startsWith(`status ${name}:`) && each.endsWith(value))).toBe(true)
        }
        if (facts.shell !== null) expect(lines).toContain(`shell ${facts.shell}`)
        if (facts.socketsScanned) expect(lines).toContain('sockets-scanned yes')
      }),
      { numRuns: 500 },
    )
  })

  test('a second value for a fact of the recording takes it away', () => {
    const stated = RECORDED.filter((each) => /^status (Uid|Gid|Groups|Cap...|NoNewPrivs|Seccomp):/.test(each))
    expect(stated.length).toBe(10)
    fc.assert(
      fc.property(fc.constantFrom(...stated), fc.string({ maxLength: 8 }), fc.nat(), (original, value, place) => {
        const name = /^status (\w+):/.exec(original)?.[1] ?? ''
        fc.pre(value.trim().replace(/\s+/g, ' ') !== parseProbe([original]).status.get(name))
        const at = place % (RECORDED.length + 1)
        const lines = [...RECORDED.slice(0, at), `status ${name}: ${value}`, ...RECORDED.slice(at)]
        expect(parseProbe(lines).status.has(name)).toBe(false)
      }),
    )
  })
})
