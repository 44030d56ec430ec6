import { ENGINE_FILES, type ContainerDemand } from '../domain/demand.ts'
import type { MountRow } from '../domain/mountinfo.ts'

/** What gVisor's kernel mounts for every container, of its own (runsc/boot/vfs.go); /tmp comes unasked. */
const OWN_MOUNTS: Readonly<Record<string, string>> = {
  '/proc': 'proc',
  '/sys': 'sysfs',
  '/dev': 'tmpfs',
  '/dev/pts': 'devpts',
  '/dev/shm': 'tmpfs',
  '/dev/mqueue': 'mqueue',
  '/tmp': 'tmpfs',
}

/**
 * Differences between the mounts that gVisor's kernel lists and those that were demanded. It names no sources, and no
 * options but `ro`: those are the file server's.
 */
export function compareSentryMounts(rows: readonly MountRow[], demand: ContainerDemand): readonly string[] {
  return [...repeated(rows), ...rows.flatMap((row) => judgeSentryRow(row, demand)), ...missing(rows, demand, true)]
}

function judgeSentryRow({ target, fsType, options }: MountRow, demand: ContainerDemand): readonly string[] {
  const mount = demand.mounts.find((demanded) => demanded.target === target)
  if (mount !== undefined) return mount.readOnly && options[0] !== 'ro' ? [`${target} is writable`] : []
  if (demand.tmpfs.some((demanded) => demanded.target === target)) {
    return fsType === 'tmpfs' ? [] : [`${target} is ${fsType}, not tmpfs`]
  }
  const own = OWN_MOUNTS[target]
  if (own !== undefined) return own === fsType ? [] : [`${target} is ${fsType}`]
  // Control groups of its own making, where the runtime is told to show any.
  if (target === '/sys/fs/cgroup' || target.startsWith('/sys/fs/cgroup/')) {
    return ['tmpfs', 'cgroup'].includes(fsType) ? [] : [`${target} is ${fsType}`]
  }
  return target === '/' || ENGINE_FILES.includes(target) ? [] : [`${target} (${fsType}) was not asked for`]
}

/**
 * Differences between the mounts of gVisor's file server and those that were demanded. A tmpfs needs no server, and a
 * mount that is to be read-only is kept so by gVisor's kernel: its server's may be writable.
 */
export function compareGoferMounts(
  rows: readonly MountRow[],
  demand: ContainerDemand,
  containerId: string,
): readonly string[] {
  const problems = rows.flatMap(({ root, target, fsType }) => {
    if (target === '/') return [] // rootfs.read-only judges it
    if (demand.mounts.some((demanded) => demanded.target === target)) return []
    if (!ENGINE_FILES.includes(target)) return [`${target} (${fsType}) was not asked for`]
    return root.includes(containerId) ? [] : [`${target} is not this container's`]
  })
  return [...repeated(rows), ...problems, ...missing(rows, demand, false)]
}

function repeated(rows: readonly MountRow[]): readonly string[] {
  const targets = rows.map(({ target }) => target)
  return targets.filter((target, n) => targets.indexOf(target) !== n).map((target) => `${target} is mounted twice`)
}

function missing(rows: readonly MountRow[], demand: ContainerDemand, withTmpfs: boolean): readonly string[] {
  const wanted = withTmpfs ? [...demand.mounts, ...demand.tmpfs] : demand.mounts
  return wanted.flatMap(({ target }) => (rows.some((row) => row.target === target) ? [] : [`${target} is missing`]))
}
