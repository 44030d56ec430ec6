import { test } from '@jest/globals'
import { extraLines, line, set, type Change } from '../../support/evidence.ts'
import { goferText, gvisorEvidence, host, hostText } from '../../support/evidence-runsc.ts'
import { expectGolden } from '../../support/golden.ts'
import { posturePages, RECORDED } from '../../support/posture-pages.ts'

const withoutGofer: Change = (draft) => ({ ...draft, goferMounts: null })
const silentFiles = ({ files }: { readonly files: object }) =>
  Object.fromEntries(Object.keys(files).map((name) => [name, null]))

/** What a reader of a posture under gVisor may meet. */
const CASES: Readonly<Record<string, readonly Change[]>> = {
  [RECORDED]: [],
  'without the file server': [withoutGofer],
  'whose probe is silent': [set('probeLines', [])],
  'whose engine is silent': [set('inspected', {})],
  'of a sandbox without its limits': [host(() => ({ cgroup: {} }))],
  'of a sandbox whose status, users and network can not be read': [
    host(({ files }) => ({ files: { ...files, status: null, uid_map: null, 'net/dev': null } })),
  ],
  'of which the host sees no file': [
    host((view) => ({ files: { ...view.files, ...silentFiles(view), mountinfo: view.files.mountinfo } })),
  ],
  'of a container that is open inside': [
    line(/^device\s+lo:/, 'device eth0: 0 0'),
    line(/^mount \d+ \d+ 0:8 \/ \/ ro/, 'mount 8 8 0:8 / / rw - 9p none rw'),
    line(/^write \/\.confine-probe/, 'write /.confine-probe written'),
    line(/ \/home\/runner\S+ rw/, 'mount 21 9 0:20 / /home/runner/work/repo/repo rw - tmpfs none rw'),
    line(/ \/etc\/passwd ro/, 'mount 17 8 0:16 / /etc/passwd rw - 9p none rw'),
    line(/ \/home\/confine rw/, null),
    line(/^status Uid:/, 'status Uid:\t0\t0\t0\t0'),
    line(/^status CapBnd:/, 'status CapBnd:\t0000000000000001'),
    line(/^status Seccomp:/, 'status Seccomp:\t2'),
    extraLines(
      'status NoNewPrivs:\t0',
      'mount 99 8 0:99 / /extra rw  - tmpfs none rw',
      'mount 98 8 0:98 / /tmp rw  - ext4 none rw',
      'node block /dev/sda',
      'lsm unconfined',
    ),
  ],
  'of a sandbox that is open': [
    hostText('net/dev', /lo:/, 'eth0:'),
    hostText('status', /NoNewPrivs:\t1/, 'NoNewPrivs:\t0'),
    hostText('status', /Seccomp:\t2/, 'Seccomp:\t0'),
    hostText('uid_map', /^.*$/m, '0 0 4294967295'),
    goferText(/ \/ \/ ro/, ' / / rw'),
    goferText(/upperdir=\S*_data\/upper/, 'nothing'),
    goferText(/c{63}0\/hostname/, 'other/hosts'),
    goferText(/$/, '\n99 1 8:1 / /extra rw - ext4 /dev/sda1 rw'),
    host(({ namespaces, cgroup }) => ({
      namespaces: { ...namespaces, net: 'shared', pid: 'shared' },
      cgroup: { ...cgroup, 'memory-v1': '1', 'pids-v1': 'max', 'cpu-quota-v1': '-1', 'cpu-period-v1': '100000' },
    })),
  ],
  'where no single mount is the workspace': [
    line(/ \/home\/runner\S+ rw/, null),
    goferText(/ \/home\/runner\/work\/repo\/repo /, ' /elsewhere '),
  ],
  'where the root is mounted twice': [
    extraLines('mount 99 8 0:99 / / ro - 9p none ro'),
    goferText(/$/, '\n99 1 8:1 / / ro - ext4 /dev/sda1 rw'),
  ],
  'whose boot and kernel are the host’s': [
    line(/^unreadable boot$/, 'boot 00000000-0000-4000-8000-000000000000'),
    set('engine.runtimeEntries.runsc.path', '/usr/bin/runc'),
  ],
  'with links that can not be read': [
    host(({ namespaces }) => ({
      namespaces: { ...namespaces, net: null, pid: null, user: null, uts: null, ipc: null, mnt: null },
    })),
  ],
}

test('the words of the claims under gVisor are as committed (UPDATE=1 rewrites them)', () => {
  expectGolden(
    '__tests__/golden/claims-gvisor.md',
    `# What the claims say under gVisor\n\n${posturePages(gvisorEvidence, CASES)}`,
  )
})
