import type { HostView } from '../domain/evidence.ts'
import { below, DEVICE_HEADING, deviceNames, folded, labelOf, limitWords, pairs, STATUS_ROW } from './kernel-text.ts'
import { parseMountRow, type MountRow } from '../domain/mountinfo.ts'
import type { ProbeFacts } from './probe-facts.ts'

/**
 * What the kernel says of a container's first process. The probe reads it inside, as text that an image's shell could
 * make up; the host reads it of the same process, where neither image nor script can.
 */
export interface KernelView {
  readonly witness: 'inside' | 'host'
  /** Fields of /proc/<pid>/status by name, white space folded. */
  readonly status: ReadonlyMap<string, string>
  /** `complete` is false when a row was not of the kernel's form, or there was none. */
  readonly mounts: { readonly rows: readonly MountRow[]; readonly complete: boolean }
  /** Names of network interfaces; `null` when the list could not be read. */
  readonly devices: readonly string[] | null
  /** Rows of /proc/<pid>/limits. */
  readonly limits: readonly string[]
  /** Limits of the control groups by the probe's word: `memory-v1`, `pids-v2`. */
  readonly cgroup: ReadonlyMap<string, string>
  /** Rows of /proc/<pid>/uid_map, white space folded. */
  readonly uidMap: readonly string[]
  /** The same for groups. Only the host's ids are seen through a map. */
  readonly gidMap: readonly string[]
  /** The security module's label (`attr/current`); `null` when none answers. */
  readonly lsm: string | null
  readonly bootId: string | null
  /** File systems of Confine's own process, `major:minor`; empty for the inside, which can't know. */
  readonly ownDevices: readonly string[]
}

export function insideView(probe: ProbeFacts): KernelView {
  const { status, devices, limits, cgroup, uidMap, lsm, bootId } = probe
  return {
    witness: 'inside',
    status,
    mounts: mountsOf(probe.mounts),
    devices,
    limits,
    cgroup,
    uidMap,
    gidMap: [],
    lsm,
    bootId,
    ownDevices: [],
  }
}

export function hostView({ files, cgroup, bootId, ownDevices }: HostView): KernelView {
  return {
    witness: 'host',
    status: pairs(linesOf(files.status), STATUS_ROW),
    mounts: mountsOf(linesOf(files.mountinfo)),
    devices: deviceNames(below(DEVICE_HEADING, linesOf(files['net/dev']))),
    limits: linesOf(files.limits),
    cgroup: limitsOf(new Map(Object.entries(cgroup))),
    uidMap: linesOf(files.uid_map).map(folded),
    gidMap: linesOf(files.gid_map).map(folded),
    lsm: labelOf(linesOf(files['attr/current'])),
    bootId,
    ownDevices,
  }
}

function limitsOf(all: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const words = limitWords((word) => all.has(word))
  return new Map([...all].filter(([word]) => words.includes(word)))
}

export function linesOf(text: string | null): readonly string[] {
  return text?.split('\n').filter((line) => line !== '') ?? []
}

export function mountsOf(lines: readonly string[]): KernelView['mounts'] {
  const rows = lines.map(parseMountRow).filter((row) => row !== null)
  return { rows, complete: rows.length === lines.length && rows.length > 0 }
}
