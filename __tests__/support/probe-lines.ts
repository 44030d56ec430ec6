import fc from 'fast-check'
import { evidence } from './evidence.ts'
import { applied, editsOf } from './line-edits.ts'
import { nastyText } from './nasty-text.ts'

/** What a probe told a real engine's claims. */
export const RECORDED: readonly string[] = evidence().probeLines
const WORKSPACE = evidence().demand.workspacePath

const CGROUP_V2 = ['memory-v2 268435456', 'memory-swap-v2 0', 'pids-v2 64', 'cpu-v2 100000 100000']
/** The same container under control groups v2. */
const RECORDED_V2 = [...RECORDED.filter((line) => !/^\S+-v[12]|^unreadable/.test(line)), ...CGROUP_V2]

/** What a container says that is not confined, a line for each way. */
export const LIES: readonly string[] = [
  ...['Uid', 'Gid'].flatMap((name) => [`status ${name}:\t0\t0\t0\t0`, `status ${name}:\t1000\t1000\t0\t1000`]),
  'status Groups:\t0 1000 ',
  ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].flatMap((set) => [
    `status Cap${set}:\t0000003fffffffff`,
    `status Cap${set}:\t0`,
  ]),
  ...['status NoNewPrivs:\t0', 'status Seccomp:\t0', 'status Seccomp:\t1', 'status Seccomp:\t'],
  ...['device  eth0:   1 1 0', 'device lo eth0: 1', 'device', 'device ', 'route eth0\t00000000\t0100000A'],
  ...['unix 0000: 00000002 0 1 01 7 @abstract', 'socket /run/docker.sock', 'socket '],
  ...[`credential ${WORKSPACE}/.git/config`, 'credential ', `git-config 0 ${WORKSPACE}/.git/config`],
  ...['write /.confine-probe written', 'write /.confine-probe Permission denied', 'write /dev/null Permission denied'],
  ...['memory-v1 9223372036854771712', 'memory-swap-v1 -1', 'pids-v1 max', 'cpu-quota-v1 -1', 'cpu-period-v1 0'],
  ...['memory-v2 max', 'memory-swap-v2 max', 'pids-v2 max', 'cpu-v2 max 100000', 'cpu-v2 100000', 'cpu-v2 0'],
  ...['limit Max file size             unlimited            unlimited            bytes', 'limit Max file size'],
  ...['environment AWS_SECRET_ACCESS_KEY', 'environment ', 'kernel 4.4.0-other', 'kernel ', 'shell sh', 'shell '],
  ...['signal 46 sh: No such process', 'signal 47 sh: Too many links', 'signal 46 sent', 'signal 46 Too many links x'],
  ...['lsm unconfined', 'lsm docker-default (complain)', 'lsm ', 'hostname runner', 'hostname ', 'uid-map 0 1000 1'],
  ...['status NSpid:\t4711\t1', 'cgroup 0::/docker/x', 'cgroup ', 'descriptor 3', 'descriptor ', 'present /proc/kcore'],
  ...['node block /dev/sda1', 'node char /dev/kvm', 'node ', 'boot 11111111-0000-4000-8000-000000000000'],
  'mount 76 51 0:39 / / rw,relatime - overlay overlay rw,upperdir=/x',
  'mount x 51 0:39 / / rw,relatime - overlay overlay rw,upperdir=/x',
  'mount 176 76 8:1 / /host rw,relatime - ext4 /dev/sda1 rw',
  'mount 177 76 8:1 /etc /etc/passwd rw,relatime - ext4 /dev/sda1 rw',
  'mount 178 76 0:50 / /tmp rw,relatime shared:7 - tmpfs tmpfs rw',
  `mount 179 93 8:1 ${WORKSPACE} ${WORKSPACE} rw,relatime - ext4 /dev/sda1 rw`,
  `mount 180 93 8:1 / ${WORKSPACE} rw`,
  'mount 181 77 0:44 /sys /proc/sys rw,nosuid - proc proc rw',
  'mount 182 77 0:44 / /proc/keys rw,nosuid - proc proc rw',
]

const words = [...new Set([...RECORDED, ...LIES].map((line) => line.split(' ', 1)[0] ?? ''))]
const oneLine = (text: string): string => text.replaceAll('\n', '\r')

/** Characters that a careless reader takes for a blank, for the end of a line, or for nothing. */
const THIN = ['\r', '\0', '\t', ' ', '\u00a0', '\u2028', '\u2029', '\ufeff', '\u200b', '\u0085', '\u001b[2K', '\ufffd']

const strange = fc.oneof(
  nastyText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.tuple(fc.constantFrom(' ', '0', '\t', 'x'), fc.nat(5000)).map(([unit, length]) => unit.repeat(length)),
)

/** Splices text into a line at a place, which is taken modulo its length. */
const spliced = fc
  .record({
    line: fc.constantFrom(...RECORDED, ...LIES),
    at: fc.nat(200),
    removed: fc.nat(3),
    text: fc.oneof(fc.constantFrom(...THIN), fc.constantFrom('0', '1', ':', ' - ', '\\057', ',rw', 'x'), strange),
  })
  .map(({ line, at, removed, text }) => {
    const place = at % (line.length + 1)
    return line.slice(0, place) + text + line.slice(place + removed)
  })

/** One line of a probe's text, well-formed or not. Without a line end, at which the gate cuts lines. */
export const anyLine: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...LIES) },
    { weight: 2, arbitrary: fc.constantFrom(...RECORDED, ...RECORDED_V2) },
    { weight: 4, arbitrary: spliced },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...words), strange).map(([word, rest]) => `${word} ${rest}`),
    },
    { weight: 1, arbitrary: strange },
  )
  .map(oneLine)

/** The recorded text after some edits. */
export const editedLines: fc.Arbitrary<readonly string[]> = fc
  .tuple(fc.constantFrom(RECORDED, RECORDED_V2), editsOf(anyLine))
  .map(([recorded, edits]) => applied(edits, recorded))

/** Lines that have nothing to do with a recorded text. */
export const foreignLines: fc.Arbitrary<readonly string[]> = fc.array(anyLine, { maxLength: 40 })
