import type { GateClaimId } from '../../../src/domain/claim.ts'
import { INSIDE } from './inside.ts'
import * as told from './kernel-facts.ts'
import { all, fields, mountOf, type RawMount } from './raw.ts'

/** By place, what gVisor's kernel mounts of its own (runsc/boot/vfs.go). */
const OWN: Readonly<Record<string, string>> = {
  '/proc': 'proc',
  '/sys': 'sysfs',
  '/dev': 'tmpfs',
  '/dev/pts': 'devpts',
  '/dev/shm': 'tmpfs',
  '/dev/mqueue': 'mqueue',
  '/tmp': 'tmpfs',
}

const mounts: told.Oracle = (raw, { demand }) => {
  const rows = raw.rows('mount').map(mountOf)
  const targets = rows.map((row) => row?.target)
  const isKnown = ({ target, fsType, option }: RawMount): boolean =>
    ['/', '/etc/hostname'].includes(target) ||
    demand.mounts.some((mount) => mount.target === target && (!mount.readOnly || option === 'ro')) ||
    (demand.tmpfs.some((tmpfs) => tmpfs.target === target) && fsType === 'tmpfs') ||
    (Object.hasOwn(OWN, target) && OWN[target] === fsType) ||
    (`${target}/`.startsWith('/sys/fs/cgroup/') && ['tmpfs', 'cgroup'].includes(fsType))
  return (
    all(rows, (row) => row !== null && isKnown(row)) &&
    new Set(targets).size === targets.length &&
    [...demand.mounts, ...demand.tmpfs].every(({ target }) => targets.includes(target))
  )
}

const rootfs: told.Oracle = (raw, evidence) => {
  const answers = (path: string): readonly string[] =>
    raw.rows('write').flatMap((row) => (row.startsWith(`${path} `) ? [row.slice(path.length + 1).trim()] : []))
  return (
    told.readOnlyRoot(raw, evidence) &&
    all(answers('/.confine-probe'), (answer) => /read-only file system|permission denied/i.test(answer)) &&
    all(answers('/dev/null'), (answer) => answer === 'written')
  )
}

const workspace: told.Oracle = (raw, { demand }) => {
  const rows = raw.rows('mount').map(mountOf)
  const here = rows.filter((row) => row === null || row.target === demand.workspacePath)
  return all(here, (row) => row?.fsType === '9p') && raw.rows('reachable').includes('workspace')
}

const capabilities: told.Oracle = (raw) => {
  const isEmpty = (value: string): boolean => value === '0'.repeat(16)
  const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd']
  return sets.every((name) => all(fields(raw, name), isEmpty)) && fields(raw, 'CapAmb').every(isEmpty)
}

/** Seen nowhere inside, or as it should be: nothing there may speak against it. */
const devices: told.Oracle = (raw) => {
  const usual = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'ptmx', 'pts/ptmx', 'fuse', 'net/tun']
  return raw.rows('node').every((node) => usual.some((name) => node === `char /dev/${name}`))
}

/**
 * What of a claim the probe's lines must carry where gVisor runs, for a verdict that is enough. `null`: nothing, the host
 * carries it.
 */
export const GVISOR: Readonly<Record<GateClaimId, told.Oracle | null>> = {
  ...INSIDE,
  'network.none': null,
  'rootfs.read-only': rootfs,
  'workspace.detached': workspace,
  'mounts.exact': mounts,
  'capabilities.none': capabilities,
  'privileges.no-new': (raw) => fields(raw, 'NoNewPrivs').every((value) => value === '1'),
  'seccomp.filter': (raw) => all(fields(raw, 'Seccomp'), (mode) => mode === '0' || mode === '2'),
  'lsm.profile': null,
  'namespaces.private': null,
  'devices.minimal': devices,
  'limits.memory': null,
  'limits.pids': null,
  'limits.cpu': null,
  'limits.output': null,
  'kernel.isolation': null,
}
