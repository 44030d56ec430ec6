"""Makes system calls, each in a process of its own, and prints what the kernel said: `name: ERRNO` or `name: allowed`.

Arguments are such that nothing changes where a call is allowed: wrong pointers, or the process of this call only.
Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
"""
import ctypes, errno, mmap, os, platform, signal, socket, struct, sys

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == 'x86_64'
BAD = 1  # No pointer: EFAULT, were it looked at.
ZEROS = ctypes.create_string_buffer(256)
NEW_USER, NEW_NET, NEW_NS, NEW_PID, NEW_CGROUP = 0x10000000, 0x40000000, 0x00020000, 0x20000000, 0x02000000
CLONE_ARGS = ctypes.create_string_buffer(struct.pack('QQQQQQQQ', NEW_USER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0))

CALLS = {
    'io_uring_setup': (425, 425, 1, ZEROS),
    'io_uring_enter': (426, 426, -1, 0, 0, 0, 0),
    'io_uring_register': (427, 427, -1, 0, 0, 0),
    'add_key': (248, 217, b'user', b'confine', b'x', 1, -2),
    'request_key': (249, 218, b'user', b'confine', 0, 0),
    'keyctl': (250, 219, 0, -3, 0),
    'ptrace': (101, 117, 0, 0, 0, 0),
    'process_vm_readv': (310, 270, os.getpid(), 0, 0, 0, 0, 0),
    'bpf': (321, 280, 0, BAD, 8),
    'perf_event_open': (298, 241, BAD, 0, -1, -1, 0),
    'userfaultfd': (323, 282, 0),
    'open_by_handle_at': (304, 265, -1, BAD, 0),
    'kexec_load': (246, 104, 0, 1, BAD, 0),
    'kexec_file_load': (320, 294, -1, -1, 0, 0, 0),
    'init_module': (175, 105, BAD, 1, BAD),
    'finit_module': (313, 273, -1, BAD, 0),
    'delete_module': (176, 106, BAD, 0),
    'clock_settime': (227, 112, 0, BAD),
    'settimeofday': (164, 170, BAD, 0),
    'swapon': (167, 224, BAD, 0),
    'acct': (163, 89, BAD),
    'sethostname': (170, 161, BAD, -1),
    'unshare user': (272, 97, NEW_USER),
    'unshare net': (272, 97, NEW_NET),
    'unshare mount': (272, 97, NEW_NS),
    'unshare pid': (272, 97, NEW_PID),
    'unshare cgroup': (272, 97, NEW_CGROUP),
    'clone user': (56, 220, NEW_USER | signal.SIGCHLD, 0, 0, 0, 0),
    'clone3 user': (435, 435, CLONE_ARGS, 64),
    'mount': (165, 40, BAD, BAD, BAD, 0, 0),
    'umount2': (166, 39, BAD, 0),
    'pivot_root': (155, 41, BAD, BAD),
    'chroot': (161, 51, b'/tmp'),
    'fsopen': (430, 430, BAD, 0),
    'open_tree': (428, 428, -100, b'/', 1),
    'move_mount': (429, 429, -1, BAD, -1, BAD, 0),
}


def system_call(x86, other, *words):
    return libc.syscall(x86 if X86 else other, *[ctypes.c_long(word) if isinstance(word, int) else word for word in words])


def open_socket(family, kind):
    return libc.socket(family, kind, 0)


def join_namespace(kind):
    file = os.open(f'/proc/self/ns/{kind}', os.O_RDONLY)
    return libc.setns(file, 0)


def make_device():
    try:
        os.mknod('/tmp/device', 0o20666, os.makedev(1, 1))
    except OSError as error:
        ctypes.set_errno(error.errno)
        return -1
    os.unlink('/tmp/device')
    return 0


def old_call(number, first=0, second=b''):
    """By int 0x80, the 32-bit entry, which a filter has to know as another architecture."""
    memory = mmap.mmap(-1, 8192, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40, 7)  # MAP_32BIT
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    memory[4096:4096 + len(second)] = second
    code = b'\x53\xb8' + struct.pack('<I', number) + b'\xbb' + struct.pack('<I', first)
    code += b'\xb9' + struct.pack('<I', start + 4096) + b'\xcd\x80\x5b\xc3'
    memory[0:len(code)] = code
    result = ctypes.CFUNCTYPE(ctypes.c_int)(start)()
    if result < 0:
        ctypes.set_errno(-result)
        return -1
    return result


SPECIAL = {
    'socket unix': lambda: open_socket(socket.AF_UNIX, socket.SOCK_STREAM),
    'socket inet': lambda: open_socket(socket.AF_INET, socket.SOCK_STREAM),
    'socket alg': lambda: open_socket(38, socket.SOCK_SEQPACKET),
    'socket vsock': lambda: open_socket(40, socket.SOCK_STREAM),
    'socket packet': lambda: open_socket(17, socket.SOCK_RAW),
    'setns net': lambda: join_namespace('net'),
    'setns user': lambda: join_namespace('user'),
    'mknod of a device': make_device,
    'getpid': lambda: os.getpid(),
}
if X86:
    SPECIAL |= {
        'int80 getpid': lambda: old_call(20),
        'int80 socketcall alg': lambda: old_call(102, 1, struct.pack('<III', 38, 5, 0)),
        'int80 socket vsock': lambda: old_call(359, 40, b''),
        'x32 getpid': lambda: system_call(0x40000000 | 39, 0),
    }


def attempt(call):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        parent = os.getppid()
        ctypes.set_errno(0)
        result = call()
        number = ctypes.get_errno()
        if os.getppid() == parent:  # A child of the call itself says nothing.
            os.write(write, (errno.errorcode.get(number, str(number)) if result == -1 else 'allowed').encode())
        os._exit(0)
    os.close(write)
    _, status = os.waitpid(child, 0)
    said = os.read(read, 100).decode()
    os.close(read)
    return said or (signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f'exit {status}')


for name, words in CALLS.items():
    print(f'{name}: {attempt(lambda: system_call(*words))}', flush=True)
for name, call in SPECIAL.items():
    print(f'{name}: {attempt(call)}', flush=True)
