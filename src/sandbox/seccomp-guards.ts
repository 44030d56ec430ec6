import { intIs, intIsNot, justInt, noneOf, type ArgumentTest } from './seccomp-arguments.ts'

/** A call that is allowed if all tests of one of its alternatives hold, and refused otherwise. */
export interface Guard {
  readonly name: string
  readonly alternatives: readonly (readonly ArgumentTest[])[]
  /** Architectures on which the arguments stand in another order. */
  readonly notOn?: readonly string[]
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET: linux/sched.h. clone(2) knows no NEWTIME. */
const NEW_NAMESPACES = 0x7e020000

const AF_UNIX = 1
const AF_INET = 2
const AF_INET6 = 10
const AF_NETLINK = 16

/** Of netlink what lists interfaces and addresses, and what device libraries open to wait for events. */
const NETLINK_PROTOCOLS = [0, 15]

/** The default, ICMP, TCP, UDP, ICMPv6 and MPTCP (linux/in.h). The others are modules that the kernel loads on demand. */
const IP_PROTOCOLS = [0, 1, 6, 17, 58, 262]

/** TIOCSTI and TIOCLINUX (asm-generic/ioctls.h) put text into a terminal's input. */
const TERMINAL_INPUT = [justInt(0x5412), justInt(0x541c)]

/** FS_IOC_RESVSP, FS_IOC_ZERO_RANGE and their kin (linux/falloc.h): other names of fallocate(2), by any number. */
const SPACE_RESERVATION = { value: 0x40305800, bits: 24 }

/** The plain one, without address randomization (ThreadSanitizer, debuggers), and the question which it is: personality(2). */
const PERSONALITIES = [0, 0x0040000, 0xffffffff]

export const GUARDS: readonly Guard[] = [
  { name: 'clone', alternatives: [[noneOf(0, NEW_NAMESPACES)]], notOn: ['s390', 's390x'] },
  { name: 'ioctl', alternatives: intIsNot(1, [...TERMINAL_INPUT, SPACE_RESERVATION]).map((test) => [test]) },
  { name: 'personality', alternatives: PERSONALITIES.map((value) => [intIs(0, value)]) },
  {
    name: 'socket',
    alternatives: [
      [intIs(0, AF_UNIX)],
      ...NETLINK_PROTOCOLS.map((protocol) => [intIs(0, AF_NETLINK), intIs(2, protocol)]),
      ...[AF_INET, AF_INET6].flatMap((family) =>
        IP_PROTOCOLS.map((protocol) => [intIs(0, family), intIs(2, protocol)]),
      ),
    ],
  },
  // It makes sockets of any family before it finds that the family has no pairs.
  { name: 'socketpair', alternatives: [[intIs(0, AF_UNIX)]] },
]
