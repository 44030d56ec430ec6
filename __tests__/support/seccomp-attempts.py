# Makes each attempt in a process of its own, and prints how each ended as one JSON object.
import ctypes, errno, json, mmap, os, signal, struct, sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

# Below 4 GiB, for a 32-bit call takes 32-bit addresses.
MAP_32BIT = 0x40
PROTECTION = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_32BIT, PROTECTION)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
# push rbx; mov eax, edi; mov ebx, esi; xchg edx, ecx; int 0x80; pop rbx; ret
page[:11] = bytes.fromhex('5389f889f387d1cd805bc3')
int80 = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_uint32] * 4)(address)

# mov eax, 1 (exit); xor ebx, ebx; int 0x80
CODE = bytes.fromhex('b80100000031dbcd80')
BASE = 0x10000
HEADS = 52 + 32
ELF32 = (
    b'\x7fELF\x01\x01\x01' + bytes(9)
    + struct.pack('<HHIIIIIHHHHHH', 2, 3, 1, BASE + HEADS, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    + struct.pack('<IIIIIIII', 1, 0, BASE, BASE, HEADS + len(CODE), HEADS + len(CODE), 5, 4096)
    + CODE
)


def call(number, args):
    ctypes.set_errno(0)
    registers = [*args, *[0] * (6 - len(args))]
    answer = libc.syscall(ctypes.c_long(number), *[ctypes.c_uint64(value) for value in registers])
    return ctypes.get_errno() if answer == -1 else 0


def make(attempt):
    door, number, args = attempt['door'], attempt['number'], attempt['args']
    if door == 'syscall':
        return call(number, args)
    if door == 'on a child':
        child = os.fork()
        if child == 0:
            signal.pause()
        try:
            return call(number, [args[0], child, *args[1:]])
        finally:
            os.kill(child, signal.SIGKILL)
    if door == 'elf32':
        path = f'/tmp/elf32-{os.getpid()}'
        with open(path, 'wb') as file:
            file.write(ELF32)
        os.chmod(path, 0o700)
        os.execv(path, [path])
    if door == 'socketcall':
        page[64:76] = struct.pack('<III', *args)
        answer = int80(number, 1, address + 64, 0)
    else:
        answer = int80(number, 0, 0, 0)
    return -answer if answer < 0 else 0


def outcome(attempt):
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(make(attempt))
        except OSError as error:
            os._exit(error.errno)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    code = os.WEXITSTATUS(status)
    return 'done' if code == 0 else errno.errorcode.get(code, str(code))


attempts = json.loads(sys.argv[1])
print(json.dumps({attempt['name']: outcome(attempt) for attempt in attempts}))
