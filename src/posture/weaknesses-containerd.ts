import { IMAGE_ONLY } from './hostile-image.ts'
import type { Weakness } from './weakness-table.ts'

const CONTAINERD = 'https://github.com/containerd/containerd/security/advisories'

export const CONTAINERD_WEAKNESSES: readonly Weakness[] = [
  {
    id: 'CVE-2026-47262',
    title: 'An image with a huge group file exhausts the memory of containerd',
    component: 'containerd',
    since: null,
    fixedIn: ['1.7.33', '2.0.10', '2.1.9', '2.2.5', '2.3.2'],
    url: `${CONTAINERD}/GHSA-jpcc-p29g-p8mq`,
    hostKernelOnly: false,
    handling: 'mitigated',
    note: `At worst the engine stops, and that is red. ${IMAGE_ONLY}`,
  },
  {
    id: 'CVE-2020-15257',
    title: "containerd's shim listens on an abstract socket of the host's network namespace",
    component: 'containerd',
    since: null,
    fixedIn: ['1.3.9', '1.4.3'],
    url: `${CONTAINERD}/GHSA-36xw-fx78-c5r4`,
    hostKernelOnly: false,
    handling: 'avoided',
    note: 'A step has a network namespace of its own, and is not root, which the shim asks for.',
  },
]

/** gVisor. Its releases are dates. */
export const RUNSC_WEAKNESSES: readonly Weakness[] = [
  {
    id: 'CVE-2025-2713',
    title: 'A process of the sandbox has the rights of root until it first forks, and reads what it should not',
    component: 'runsc',
    since: null,
    fixedIn: ['20250319.0'],
    url: 'https://nvd.nist.gov/vuln/detail/CVE-2025-2713',
    hostKernelOnly: false,
    handling: 'mitigated',
    note: "It reaches files of the image and of the mounts only, and none of the job's credentials are among them.",
  },
]
