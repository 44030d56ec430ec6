import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { all, mountOf, type Raw, type RawMount } from './raw.ts'

/** By place, the file systems that every container has (OCI runtime specification, "Default Filesystems"). */
const OWN: readonly (readonly [place: string, fsTypes: readonly string[]])[] = [
  ['/proc', ['proc']],
  ['/dev', ['tmpfs']],
  ['/dev/pts', ['devpts']],
  ['/dev/mqueue', ['mqueue']],
  ['/dev/shm', ['tmpfs']],
  ['/sys', ['sysfs']],
  ['/sys/fs/cgroup', ['tmpfs', 'cgroup2']],
]

/** Each place once, none shared, none that nobody asked for, and all that were asked for. */
export function mountsAreExact(raw: Raw, evidence: GateEvidence): boolean {
  const rows = raw.rows('mount').map(mountOf)
  const targets = rows.map((row) => row?.target)
  const demanded = [...evidence.demand.mounts, ...evidence.demand.tmpfs]
  return (
    all(rows, (row) => row !== null && !row.isShared && isKnown(row, evidence)) &&
    new Set(targets).size === targets.length &&
    raw.rows('present').every((place) => targets.includes(place)) &&
    demanded.every(({ target }) => targets.includes(target))
  )
}

/** One of these must be right for the row's place. */
function isKnown(row: RawMount, { demand, containerId }: GateEvidence): boolean {
  const isReadOnly = row.option === 'ro'
  const has = (...wanted: readonly string[]): boolean => wanted.every((option) => row.options.includes(option))
  const isEngineFile = row.target === '/etc/hostname'
  const isNull = row.root === '/null' && ['tmpfs', 'devtmpfs'].includes(row.fsType)
  return (
    row.target === '/' ||
    demand.mounts.some(({ target, readOnly }) => target === row.target && (!readOnly || isReadOnly)) ||
    (demand.tmpfs.some(({ target }) => target === row.target) && row.fsType === 'tmpfs' && has('nosuid', 'nodev')) ||
    OWN.some(([place, fsTypes]) => place === row.target && fsTypes.includes(row.fsType)) ||
    (row.target.startsWith('/sys/fs/cgroup/') && row.fsType === 'cgroup' && isReadOnly) ||
    (isEngineFile && row.root.includes(containerId)) ||
    (demand.maskedPaths.includes(row.target) && (isNull || (row.fsType === 'tmpfs' && isReadOnly))) ||
    (demand.readonlyPaths.includes(row.target) && isReadOnly)
  )
}
