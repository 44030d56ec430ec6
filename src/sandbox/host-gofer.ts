import type { HostEvidence } from '../domain/evidence.ts'
import { groupFolders, PLACES, textOf, type KernelPlaces } from './host-view.ts'

/** While the gate is shut a handful of processes is there. */
const MOST_PROCESSES = 64

/**
 * The mounts of the process that opens files for a runtime whose own process has none: gVisor's gofer, which is in the
 * container's control group and in a mount namespace of its own (runsc/container). Found by being the only one there with
 * other mounts, for names can be chosen. Any process of the host may read it. Never throws.
 *
 * @returns /proc/<pid>/mountinfo; `null` where the container's process has files, or it can't be told which one it is
 */
export async function readGoferMounts(host: HostEvidence, places: KernelPlaces = PLACES): Promise<string | null> {
  const own = host.kind === 'seen' ? host.files.mountinfo : null
  const group = host.kind === 'seen' ? groupFolder(host.files.cgroup ?? '', places.cgroup) : null
  if (own === null || group === null || !isBare(own)) return null
  const listed = await textOf(`${group}/cgroup.procs`)
  const pids = listed?.split('\n').filter((pid) => /^\d+$/.test(pid)) ?? []
  if (pids.length > MOST_PROCESSES) return null
  const mounts = await Promise.all(pids.map((pid) => textOf(`${places.proc}/${pid}/mountinfo`)))
  const others = mounts.filter((text) => text !== own)
  return others.length === 1 ? (others[0] ?? null) : null
}

/** Nothing but a root: who has more needs nobody to open files for it. */
function isBare(mountinfo: string): boolean {
  return mountinfo.trim().split('\n').length === 1
}

/** Of one controller in version 1, of the only hierarchy in version 2; never the one that holds all processes. */
function groupFolder(groups: string, root: string): string | null {
  const folders = groupFolders(groups, root)
  const folder = folders.get('pids') ?? folders.get('')
  return folder === undefined || folder === `${root}/` ? null : folder
}
