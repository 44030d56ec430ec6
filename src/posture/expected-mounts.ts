import { posix } from 'node:path'
import { ENGINE_FILES, type ContainerDemand, type DemandedMount } from '../domain/demand.ts'
import type { MountRow } from '../domain/mountinfo.ts'

/** What every container gets (OCI runtime specification, config-linux, "Default Filesystems"; moby oci/defaults.go). */
const KERNEL_MOUNTS: Readonly<Record<string, readonly string[]>> = {
  '/proc': ['proc'],
  '/dev': ['tmpfs'],
  '/dev/pts': ['devpts'],
  '/dev/mqueue': ['mqueue'],
  '/dev/shm': ['tmpfs'],
  '/sys': ['sysfs'],
  '/sys/fs/cgroup': ['tmpfs', 'cgroup2'],
}

/**
 * Differences between the mounts that the kernel lists and those that were demanded; empty when there are none.
 *
 * @param present which of the paths to be masked or made read-only the kernel has at all
 */
export function compareMounts(
  rows: readonly MountRow[],
  demand: ContainerDemand,
  containerId: string,
  present: readonly string[],
): readonly string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    if (seen.has(row.target)) problems.push(`${row.target} is mounted twice`)
    seen.add(row.target)
    if (row.tags.some((tag) => tag.startsWith('shared:'))) problems.push(`${row.target} is shared with the host`)
    const problem = judgeRow(row, demand, containerId)
    if (problem !== null) problems.push(problem)
  }
  for (const { target } of [...demand.mounts, ...demand.tmpfs]) {
    if (!seen.has(target)) problems.push(`${target} is missing`)
  }
  for (const target of present) {
    if (!seen.has(target)) problems.push(`${target} is open`)
  }
  return problems
}

function judgeRow(row: MountRow, demand: ContainerDemand, containerId: string): string | null {
  const { target } = row
  if (target === '/') return null // rootfs.read-only judges it
  const mount = demand.mounts.find((demanded) => demanded.target === target)
  if (mount !== undefined) return judgeDemanded(row, mount)
  if (demand.tmpfs.some((demanded) => demanded.target === target)) return judgeTmpfs(row)
  const kernel = KERNEL_MOUNTS[target]
  if (kernel !== undefined) return kernel.includes(row.fsType) ? judgeKernelMount(row) : `${target} is ${row.fsType}`
  if (target.startsWith('/sys/fs/cgroup/')) return judgeCgroup(row)
  if (ENGINE_FILES.includes(target)) return row.root.includes(containerId) ? null : `${target} is not this container's`
  if (demand.maskedPaths.includes(target)) return judgeMask(row)
  if (demand.readonlyPaths.includes(target)) return row.options[0] === 'ro' ? null : `${target} is writable`
  return `${target} (${row.fsType}) was not asked for`
}

/** What is made anew for each container, with its own namespaces, is not to be what the host itself has mounted. */
const OWN_FILE_SYSTEMS = ['/proc', '/dev', '/dev/pts', '/dev/mqueue', '/dev/shm', '/sys']

/** Kernel mounts and temporary folders whose file system is one of the host's. @param hosts `major:minor` of those */
export function borrowed(
  rows: readonly MountRow[],
  demand: ContainerDemand,
  hosts: readonly string[],
): readonly string[] {
  const own = [...OWN_FILE_SYSTEMS, ...demand.tmpfs.map(({ target }) => target)]
  return rows
    .filter(({ target, device }) => own.includes(target) && hosts.includes(device))
    .map(({ target }) => `${target} is the host’s own`)
}

function judgeDemanded({ root, target, options }: MountRow, { type, source, readOnly }: DemandedMount): string | null {
  if (readOnly && options[0] !== 'ro') return `${target} is writable`
  // A row names what is mounted by its path in its own file system, whose own place may be anywhere: `/` when it is all
  // of one, else the last part is the same.
  const foreign = type === 'bind' && root !== '/' && posix.basename(root) !== posix.basename(source)
  return foreign ? `${target} is another file than was asked for` : null
}

/** As every engine mounts them: nothing of the host's kernel may be set, and nothing run from shared memory. */
function judgeKernelMount({ target, fsType, options }: MountRow): string | null {
  if ((target === '/sys' || fsType === 'cgroup2') && options[0] !== 'ro') return `${target} is writable`
  const missing =
    target === '/dev/shm' ? ['nosuid', 'nodev', 'noexec'].filter((option) => !options.includes(option)) : []
  return missing.length === 0 ? null : `${target} lacks ${missing.join(' and ')}`
}

function judgeTmpfs(row: MountRow): string | null {
  if (row.fsType !== 'tmpfs') return `${row.target} is ${row.fsType}, not tmpfs`
  const missing = ['nosuid', 'nodev'].filter((option) => !row.options.includes(option))
  return missing.length === 0 ? null : `${row.target} lacks ${missing.join(' and ')}`
}

function judgeCgroup(row: MountRow): string | null {
  if (row.fsType !== 'cgroup') return `${row.target} is ${row.fsType}`
  return row.options[0] === 'ro' ? null : `${row.target} is writable`
}

/** A masked file is the null device, a masked folder an empty read-only tmpfs (runc, libcontainer `maskPath`). */
function judgeMask(row: MountRow): string | null {
  const isNullDevice = row.root === '/null' && row.fsType === 'tmpfs'
  const isEmptyFolder = row.fsType === 'tmpfs' && row.options[0] === 'ro'
  const isDevtmpfs = row.root === '/null' && row.fsType === 'devtmpfs'
  return isNullDevice || isEmptyFolder || isDevtmpfs ? null : `${row.target} is not masked`
}
