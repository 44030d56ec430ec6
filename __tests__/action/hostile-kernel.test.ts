import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { loosened } from '../support/hostile-image.ts'
import { claimOf, factsOf, printedBy, unmetClaims } from '../support/hostile-run.ts'

const SYSCALLS = readFileSync(join(import.meta.dirname, '../support/hostile-syscalls.py'), 'utf8')
const PROGRAM = `python3 - <<'END'\n${SYSCALLS}\nEND\n`

/** Calls that reach into the kernel, into others' processes or keys, and addresses of sockets that lead out of it. */
const CALLS_21 = [
  ...['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'add_key', 'request_key', 'keyctl', 'ptrace', 'bpf'],
  ...['process_vm_readv', 'perf_event_open', 'userfaultfd', 'open_by_handle_at', 'kexec_load', 'kexec_file_load'],
  ...['init_module', 'finit_module', 'delete_module', 'clock_settime', 'settimeofday', 'swapon', 'acct', 'sethostname'],
  ...['socket alg', 'socket vsock', 'socket packet'],
]

/** The same by another way into the kernel: the filter has to hold there too, or close the way. */
const OLD_CALLS_21 =
  process.arch === 'x64' ? ['int80 getpid', 'int80 socketcall alg', 'int80 socket vsock', 'x32 getpid'] : []

const CALLS_22 = [
  ...['unshare user', 'unshare net', 'unshare mount', 'unshare pid', 'unshare cgroup', 'clone user', 'clone3 user'],
  ...['setns net', 'setns user', 'mount', 'umount2', 'pivot_root', 'chroot', 'fsopen', 'open_tree', 'move_mount'],
  'mknod of a device',
]

const TOOLS_22 = ['unshare -U true', 'unshare -n true', 'unshare -m true', 'mount -t tmpfs none /tmp', 'chroot / true']

const WRITTEN_24 = [
  ...['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe', '/proc/sys/vm/drop_caches', '/proc/sysrq-trigger'],
  ...['/sys/kernel/uevent_helper', '/sys/kernel/mm/transparent_hugepage/enabled', '/sys/power/state'],
  ...['/sys/fs/cgroup/release_agent', '/sys/fs/cgroup/memory/release_agent', '/sys/fs/cgroup/cgroup.procs'],
  ...['/sys/fs/cgroup/memory/cgroup.procs', '/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory.max'],
  ...['/sys/fs/cgroup/pids/pids.max', '/sys/fs/cgroup/pids.max', '/proc/sys/fs/binfmt_misc/register', '/proc/kcore'],
]

const MASKED_25 = [
  ...['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/interrupts', '/proc/latency_stats', '/proc/sched_debug'],
  ...['/sys/firmware', '/sys/devices/virtual/powercap', '/proc/acpi', '/proc/scsi', '/proc/asound'],
]

/** What the calls ask for; not all there are, which not every machine has to give. */
const RIGHTS = [
  ...['DAC_READ_SEARCH', 'MKNOD', 'NET_ADMIN', 'NET_RAW', 'SYS_ADMIN', 'SYS_BOOT', 'SYS_CHROOT', 'SYS_MODULE'],
  ...['SYS_PACCT', 'SYS_PTRACE', 'SYS_TIME'],
]

const WRITE = (path: string) => `(echo 1 >${path}) 2>/dev/null && echo '${path}: written' || echo '${path}: refused'`
const READ = (path: string) =>
  `if [ -d ${path} ]; then n=$(ls -A ${path} | wc -l); else n=$(head -c 64 ${path} 2>/dev/null | wc -c || true); fi; echo "${path}: $n"`

const OVERWRITE_26 = [
  'cp /bin/sh /tmp/sh && chmod u+w /tmp/sh && (echo x >>/tmp/sh) && echo "a copy: changed"',
  ...['/proc/self/exe', '/proc/1/exe', '/bin/sh', '/bin/bash'].map((path) => WRITE(path)),
  '(rm -f /dev/null) 2>/dev/null && echo "removal: done" || echo "removal: refused"',
  '(mv /dev/null /dev/void) 2>/dev/null && echo "renaming: done" || echo "renaming: refused"',
  '(chmod 0 /dev/null) 2>/dev/null && echo "mode: done" || echo "mode: refused"',
  '(ln -sf /etc/passwd /dev/null) 2>/dev/null && echo "link: done" || echo "link: refused"',
  'test -c /dev/null && echo "device: still one"',
].join('\n')

let run: ActionRun

beforeAll(async () => {
  const steps = [
    { name: '21 and 22', run: PROGRAM },
    { name: '22', run: TOOLS_22.map((tool) => `(${tool}) 2>&1 && echo 'ALLOWED ${tool}' || true`).join('\n') },
    {
      name: '24',
      run: [...WRITTEN_24, '/tmp/own', '"$GITHUB_WORKSPACE/own"', '/proc/self/comm'].map(WRITE).join('\n'),
    },
    { name: '25', run: [...MASKED_25, '/proc/meminfo', '/sys/class'].map(READ).join('\n') },
    { name: '26', run: OVERWRITE_26 },
    { name: 'after all of them', run: 'echo x >/dev/null && wc -c </proc/interrupts' },
  ]
  run = await runAction({ checkout: makeCheckout(), image: 'debian', steps })
})

describe('a step that turns on the kernel', () => {
  test('(b) 21: by io_uring, keys, bpf, perf, userfaultfd, modules, ptrace, odd sockets: each call is refused', () => {
    expectVerified(run)
    const said = factsOf(run, '21 and 22')
    expect(pick(said, CALLS_21)).toEqual(all(CALLS_21, 'EPERM'))
    for (const call of OLD_CALLS_21)
      expect([call, said[call]]).toEqual([call, expect.stringMatching(/^(EPERM|ENOSYS|SIGSYS)$/)])
    expect(pick(said, ['socket unix', 'socket inet', 'getpid'])).toEqual(
      all(['socket unix', 'socket inet', 'getpid'], 'allowed'),
    )
    expect(claimOf(run, 'seccomp.filter').verdict).toBe('proven')
  })

  test('(b) 22: by namespaces, mounts, devices and roots: each call is refused, and each tool fails', () => {
    const said = factsOf(run, '21 and 22')
    for (const call of CALLS_22) expect([call, said[call]]).toEqual([call, expect.stringMatching(/^(EPERM|ENOSYS)$/)])
    expect(printedBy(run, '22')).not.toContain('ALLOWED')
    expect(printedBy(run, '22').trim().split('\n').length).toBeGreaterThanOrEqual(TOOLS_22.length)
  })

  test('(b) 21 and 22: the control: with root’s rights and no filter the same calls get further', () => {
    const rights = RIGHTS.flatMap((name) => ['--cap-add', name])
    const options = [...rights, '--security-opt', 'seccomp=unconfined', '--security-opt', 'apparmor=unconfined']
    const text = loosened('confine-test/debian:latest', options, PROGRAM)
    const said = Object.fromEntries([...text.matchAll(/^([^:]+): (.*)$/gm)].map((match) => [match[1], match[2]]))
    // What a kernel was built without is refused anyhow, and its own lock-downs hold for root as well.
    const further = [...CALLS_21, ...CALLS_22].filter((call) => said[call] !== 'EPERM' && said[call] !== 'ENOSYS')
    expect(further.length).toBeGreaterThan((CALLS_21.length + CALLS_22.length) * 0.7)
    expect(pick(said, ['keyctl', 'unshare user', 'mknod of a device'])).toEqual(
      all(['keyctl', 'unshare user', 'mknod of a device'], 'allowed'),
    )
  })

  test('(b) 24: by writing to its settings: all of it is refused, and read-only where it shows', () => {
    const said = factsOf(run, '24')
    expect(pick(said, WRITTEN_24)).toEqual(all(WRITTEN_24, 'refused'))
    expect(pick(said, ['/tmp/own', '"$GITHUB_WORKSPACE/own"', '/proc/self/comm'])).toEqual(
      all(['/tmp/own', '"$GITHUB_WORKSPACE/own"', '/proc/self/comm'], 'written'),
    )
    expect(claimOf(run, 'mounts.exact').verdict).toBe('proven')
  })

  test('(b) 25: by reading what is masked: it is empty or absent', () => {
    const said = factsOf(run, '25')
    expect(pick(said, MASKED_25)).toEqual(all(MASKED_25, '0'))
    expect(Number(said['/proc/meminfo'])).toBe(64)
    expect(Number(said['/sys/class'])).toBeGreaterThan(0)
    const bare = loosened(
      'confine-test/debian:latest',
      ['--security-opt', 'systempaths=unconfined'],
      MASKED_25.map(READ).join('\n'),
    )
    expect(bare).toMatch(/^\/proc\/interrupts: 64$/m)
    expect(bare).toMatch(/^\/proc\/timer_list: 64$/m)
  })

  test('(b) 26: by overwriting programs and devices: it is refused, and the next container is proven all the same', () => {
    expect(factsOf(run, '26')).toEqual({
      'a copy': 'changed',
      ...all(
        ['/proc/self/exe', '/proc/1/exe', '/bin/sh', '/bin/bash', 'removal', 'renaming', 'mode', 'link'],
        'refused',
      ),
      device: 'still one',
    })
    expect(printedBy(run, 'after all of them')).toBe('0\n')
    expect(unmetClaims(run)).toEqual([])
  })
})

function pick(said: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, said[name] ?? 'not told']))
}

function all(names: readonly string[], value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, value]))
}
