/** One attempt at a system call from inside. */
export interface Attempt {
  readonly name: string
  /** As usual; with a child's number as the second argument; or through one of the doors for 32-bit programs. */
  readonly door: 'syscall' | 'on a child' | 'int80' | 'socketcall' | 'elf32'
  readonly number: number
  readonly args: readonly number[]
}

/** A pointer to nowhere, a descriptor that is not open, and a command or set of flags that no kernel knows. */
const NOWHERE = 1
const CLOSED = 0xffffffff
const NONSENSE = 0x7fff0fff
const HIGH = 2 ** 32

const syscall = (name: string, number: number, ...args: number[]): Attempt => ({ name, door: 'syscall', number, args })

/**
 * Calls that the profile refuses, with the numbers of x86-64 (arch/x86/entry/syscalls/syscall_64.tbl). The arguments are
 * such that a kernel without a filter changes nothing outside of the calling process, even with all capabilities.
 */
export const REFUSED: readonly Attempt[] = [
  syscall('io_uring_setup', 425, 0, NOWHERE),
  syscall('io_uring_enter', 426, CLOSED),
  syscall('io_uring_register', 427, CLOSED),
  syscall('add_key', 248, NOWHERE),
  syscall('request_key', 249, NOWHERE),
  syscall('keyctl', 250, NONSENSE),
  syscall('bpf', 321, NONSENSE),
  syscall('perf_event_open', 298, NOWHERE),
  syscall('userfaultfd', 323, NONSENSE),
  syscall('lookup_dcookie', 212, 0, NOWHERE, 0),
  syscall('fanotify_init', 300, NONSENSE),
  syscall('fanotify_mark', 301, CLOSED),
  syscall('mount', 165, NOWHERE, NOWHERE, NOWHERE, 0, 0),
  syscall('umount2', 166, NOWHERE),
  syscall('pivot_root', 155, NOWHERE, NOWHERE),
  syscall('chroot', 161, NOWHERE),
  syscall('open_tree', 428, CLOSED, NOWHERE),
  syscall('move_mount', 429, CLOSED, NOWHERE, CLOSED, NOWHERE, NONSENSE),
  syscall('fsopen', 430, NOWHERE),
  syscall('fsconfig', 431, CLOSED, NONSENSE),
  syscall('fsmount', 432, CLOSED),
  syscall('fspick', 433, CLOSED, NOWHERE),
  syscall('mount_setattr', 442, CLOSED, NOWHERE),
  syscall('unshare', 272, 0),
  syscall('setns', 308, CLOSED),
  syscall('pidfd_getfd', 438, CLOSED),
  syscall('process_vm_readv', 310, 1, 0, 0, 0, 0, NONSENSE),
  syscall('process_vm_writev', 311, 1, 0, 0, 0, 0, NONSENSE),
  syscall('process_madvise', 440, CLOSED),
  syscall('kexec_load', 246, 0, NONSENSE),
  syscall('kexec_file_load', 320, CLOSED),
  syscall('init_module', 175, NOWHERE, 0, NOWHERE),
  syscall('finit_module', 313, CLOSED),
  syscall('delete_module', 176, NOWHERE),
  syscall('clock_settime', 227, NONSENSE),
  syscall('settimeofday', 164, NOWHERE),
  syscall('adjtimex', 159, NOWHERE),
  syscall('clock_adjtime', 305, NONSENSE),
  syscall('acct', 163, NOWHERE),
  syscall('quotactl', 179, NONSENSE, NOWHERE),
  syscall('quotactl_fd', 443, CLOSED, NONSENSE),
  syscall('reboot', 169, 0),
  syscall('sethostname', 170, NOWHERE, 1),
  syscall('setdomainname', 171, NOWHERE, 1),
  syscall('swapon', 167, NOWHERE),
  syscall('swapoff', 168, NOWHERE),
  syscall('syslog', 103, NONSENSE),
  syscall('vhangup', 153),
  syscall('name_to_handle_at', 303, CLOSED, NOWHERE),
  syscall('open_by_handle_at', 304, CLOSED, NOWHERE),
  syscall('ioperm', 173, 0, 1, 0),
  syscall('iopl', 172, 0),
  syscall('modify_ldt', 154, NONSENSE),
  syscall('_sysctl', 156, NOWHERE),
  syscall('nfsservctl', 180, NONSENSE),
  syscall('sysfs', 139, 3),
  syscall('uselib', 134, NOWHERE),
  syscall('ustat', 136, 0, NOWHERE),
]

/** Debuggers' calls, even on a child of one's own. With `TRACEME` the child would ask for it. */
export const TRACING: readonly Attempt[] = [
  syscall('ptrace TRACEME', 101, 0),
  { name: 'ptrace ATTACH', door: 'on a child', number: 101, args: [16] },
  { name: 'ptrace SEIZE', door: 'on a child', number: 101, args: [0x4206] },
  { name: 'kcmp', door: 'on a child', number: 312, args: [0] },
]

const SIGCHLD = 17
const NEW_NAMESPACES = {
  NEWNS: 0x20000,
  NEWCGROUP: 0x2000000,
  NEWUTS: 0x4000000,
  NEWIPC: 0x8000000,
  NEWUSER: 0x10000000,
  NEWPID: 0x20000000,
  NEWNET: 0x40000000,
}

const AF_ALG = 38
const AF_VSOCK = 40
const STREAM = 1
const SEQPACKET = 5

/** Calls that the profile refuses for an argument, also where the half of a register that the kernel drops is not zero. */
export const REFUSED_ARGUMENTS: readonly Attempt[] = [
  ...Object.entries(NEW_NAMESPACES).flatMap(([name, flag]) => [
    syscall(`clone ${name}`, 56, flag + SIGCHLD),
    syscall(`clone ${name}, high bits`, 56, HIGH + flag + SIGCHLD),
  ]),
  syscall('socket AF_ALG', 41, AF_ALG, SEQPACKET, 0),
  syscall('socket AF_ALG, high bits', 41, HIGH + AF_ALG, SEQPACKET, 0),
  syscall('socket AF_VSOCK', 41, AF_VSOCK, STREAM, 0),
  syscall('socket AF_VSOCK, high bits', 41, HIGH + AF_VSOCK, STREAM, 0),
  syscall('socketpair AF_ALG', 53, AF_ALG, SEQPACKET, 0, NOWHERE),
  syscall('socketpair AF_VSOCK', 53, AF_VSOCK, STREAM, 0, NOWHERE),
  syscall('socket AF_PACKET', 41, 17, 3, 0),
  syscall('socket netlink for crypto', 41, 16, 3, 21),
  syscall('socket SCTP', 41, 2, STREAM, 132),
  syscall('ioctl TIOCSTI', 16, CLOSED, 0x5412, NOWHERE),
  syscall('ioctl TIOCSTI, high bits', 16, CLOSED, HIGH + 0x5412, NOWHERE),
  syscall('ioctl TIOCLINUX', 16, CLOSED, 0x541c, NOWHERE),
  syscall('ioctl FS_IOC_RESVSP', 16, CLOSED, 0x40305828, NOWHERE),
  syscall('ioctl FS_IOC_RESVSP64, high bits', 16, CLOSED, HIGH + 0x4030582a, NOWHERE),
  syscall('ioctl FS_IOC_ZERO_RANGE', 16, CLOSED, 0x40305839, NOWHERE),
  syscall('personality READ_IMPLIES_EXEC', 135, 0x400000),
  syscall('personality UNAME26', 135, 0x20000),
]

/** Calls that the profile answers like a kernel without them. */
export const ABSENT: readonly Attempt[] = [
  syscall('clone3', 435, 0, 0),
  syscall('remap_file_pages', 216, NOWHERE, 0, 0, 0, 0),
  syscall('mbind', 237, NOWHERE, 1, NONSENSE, 0, 0, 0),
]

/** Calls that the profile answers like a file system that has no way to reserve space. */
export const UNSUPPORTED: readonly Attempt[] = [
  syscall('fallocate', 285, CLOSED, 0, 0, 1),
  syscall('fallocate KEEP_SIZE', 285, CLOSED, 1, 0, 1),
  syscall('fallocate ZERO_RANGE', 285, CLOSED, 0x10, 0, 1),
  syscall('fallocate PUNCH_HOLE, high bits', 285, CLOSED, HIGH + 3, 0, 1),
]

/** The doors for 32-bit programs: getpid, a socket by way of socketcall, a whole program, and the x32 numbers. */
export const OTHER_ABI: readonly Attempt[] = [
  { name: 'getpid by int 0x80', door: 'int80', number: 20, args: [] },
  { name: 'socket AF_VSOCK by socketcall', door: 'socketcall', number: 102, args: [AF_VSOCK, STREAM, 0] },
  { name: 'socket AF_UNIX by socketcall', door: 'socketcall', number: 102, args: [1, STREAM, 0] },
  { name: 'a 32-bit program', door: 'elf32', number: 0, args: [] },
  syscall('getpid by x32', 0x40000000 + 39),
]

/** Neighbours of what is refused, which have to go on working. */
export const WORKING: readonly Attempt[] = [
  syscall('clone', 56, SIGCHLD),
  syscall('socket AF_UNIX', 41, 1, STREAM, 0),
  syscall('socket AF_UNIX, high bits', 41, HIGH + 1, STREAM, 0),
  syscall('socket AF_INET', 41, 2, STREAM, 0),
  syscall('socket AF_INET, TCP', 41, 2, STREAM, 6),
  syscall('socket AF_INET6, UDP', 41, 10, 2, 17),
  syscall('socket netlink for routes', 41, 16, 3, 0),
  syscall('personality, which?', 135, 0xffffffff),
  syscall('personality ADDR_NO_RANDOMIZE', 135, 0x40000),
]
