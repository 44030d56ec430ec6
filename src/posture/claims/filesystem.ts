import type { Claim, ClaimVerdict, Observation } from '../../domain/claim.ts'
import type { ContainerDemand } from '../../domain/demand.ts'
import { borrowed, compareMounts } from '../expected-mounts.ts'
import type { InspectedMount } from '../inspected.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import type { KernelView } from '../kernel-view.ts'
import type { MountRow } from '../../domain/mountinfo.ts'
import { observeBoth, type Sight, type Witnesses } from '../witnesses.ts'

export function rootfsReadOnly(witnesses: Witnesses): ClaimDraft {
  const { probe, inspected, inside } = witnesses
  return {
    id: 'rootfs.read-only',
    statement: 'The image’s file system is mounted read-only.',
    demanded: 'read-only root',
    observations: [
      observeFact('engine', 'read-only root', inspected.readonlyRootfs, (flag) => flag),
      ...observeBoth(witnesses, (view) => {
        const mount = rootMount(view)
        if (view.witness === 'host') return mount.seen === rootMount(inside).seen ? sameAsInside(mount) : mount
        return mount.agrees === null ? mount : refusedWrite(mount, probe.writes)
      }),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'That the image’s bytes can’t change: it is the state of a mount, and a fault in the kernel goes past it.',
  }
}

function rootMount({ mounts }: KernelView): Sight {
  const root = mounts.rows.filter((row) => row.target === '/')
  const mode = root[0]?.options[0]
  if (!mounts.complete || root.length !== 1 || mode === undefined)
    return { seen: 'the mount of / could not be told', agrees: null }
  const writable = mounts.rows.filter((row) => row.options[0] === 'rw' && !isDevice(row)).map((row) => row.target)
  if (mode !== 'ro') return { seen: `/ is ${mode}`, agrees: false }
  return { seen: `/ is ro; mounted writable: ${writable.join(', ') || 'nothing'}`, agrees: true }
}

/** A list that was just read needs no second reading. */
function sameAsInside({ seen, agrees }: Sight): Sight {
  return { seen: seen.replace(/; mounted writable: .*/, '; mounted writable: the same as inside'), agrees }
}

/** A masked file: its mount is writable and is the null device. */
function isDevice({ root, target }: MountRow): boolean {
  return root === '/null' && target.startsWith('/proc/')
}

/** A probe that can't write anywhere would prove nothing: /dev/null must take it. */
function refusedWrite(mount: Sight, writes: ReadonlyMap<string, string>): Sight {
  const answer = writes.get('/.confine-probe')
  if (answer === undefined || writes.get('/dev/null') !== 'written') {
    return { seen: `${mount.seen}; writes could not be tried`, agrees: mount.agrees === false ? false : null }
  }
  return {
    seen: `${mount.seen}; a write to / says "${shorten(answer)}", one to /dev/null works`,
    agrees: mount.agrees === true && /read-only file system/i.test(answer),
  }
}

export function workspaceDetached(witnesses: Witnesses): ClaimDraft {
  const { probe, inspected, demand } = witnesses
  const demanded = demand.mounts.find((mount) => mount.target === demand.workspacePath)
  const mounted = inspected.mounts?.find((mount) => mount.target === demand.workspacePath)
  return {
    id: 'workspace.detached',
    statement: 'Steps write into a layer of their own; the host’s checkout is the same before and after.',
    demanded:
      demand.overlay !== null ? 'overlay over the checkout, made by the engine' : 'copy of the checkout in a volume',
    observations: [
      observeFact(
        'engine',
        'workspace mount:',
        mounted === undefined ? null : `${String(mounted.type)} ${String(mounted.source)}`,
        () => demanded !== undefined && mounted?.type === demanded.type && mounted.source === demanded.source,
      ),
      ...observeBoth(witnesses, (view) => workspaceMount(view, demand, probe.workspaceReachable)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That later steps see the files as they were committed: all steps of a run share one layer.',
  }
}

function workspaceMount({ witness, mounts }: KernelView, demand: ContainerDemand, reachable: boolean): Sight {
  const rows = mounts.rows.filter((row) => row.target === demand.workspacePath)
  const [row] = rows
  if (!mounts.complete || row === undefined || rows.length > 1)
    return { seen: 'no single mount at the workspace', agrees: null }
  const { seen, agrees } = layerOf(row, demand)
  if (witness === 'host') return { seen, agrees }
  return { seen: `${seen}, ${reachable ? 'reachable' : 'not reachable'}`, agrees: agrees && reachable }
}

/** The mount at the workspace: the layer over the checkout alone, or the copy. */
export function layerOf({ fsType, root, superOptions }: MountRow, { overlay }: ContainerDemand) {
  const seen = `the workspace is ${fsType}`
  if (overlay === null) return { seen, agrees: root.endsWith('/tree') }
  if (fsType !== 'overlay') return { seen, agrees: false }
  const folder = (option: string) => superOptions.filter((text) => text.startsWith(option)).join(',')
  // One folder more below, or another one above, and steps would see or write other files than were asked for.
  const agrees =
    folder('lowerdir') === `lowerdir=${overlay.lower}` && folder('upperdir') === `upperdir=${overlay.upper}`
  return { seen: agrees ? `${seen} over the checkout` : `${seen} of other folders than were asked for`, agrees }
}

/** Adds the comparison of the host's checkout that is made after the last step. `null`: it could not be made. */
export function withCheckoutComparison(claim: Claim, differences: readonly string[] | null): Claim {
  const comparison: Observation =
    differences === null
      ? observe('confine', 'the checkout could not be compared', null)
      : observe(
          'confine',
          differences.length === 0
            ? 'as they were: HEAD, status, git settings, and of every file mode, owner, size and times'
            : `changed: ${differences.join(', ')}`,
          differences.length === 0,
        )
  const observations = [...claim.observations, comparison]
  return { ...claim, observations, verdict: weakened(claim.verdict, comparison) }
}

/** A later observation can take a proof away, and give none that was not there. */
function weakened(verdict: ClaimVerdict, { stance }: Observation): ClaimVerdict {
  if (stance === 'contradicts') return 'refuted'
  return stance === 'silent' && verdict === 'proven' ? 'unproven' : verdict
}

export function mountsExact(witnesses: Witnesses): ClaimDraft {
  const { inspected, demand } = witnesses
  const wanted = new Set(demand.mounts.map((mount) => mount.target))
  const tmpfs = new Set(demand.tmpfs.map((mount) => mount.target))
  const foreign = inspected.mounts?.filter((mount) => !isDemanded(mount, demand)).map((mount) => String(mount.target))
  const missing = [...wanted].filter((target) => !inspected.mounts?.some((mount) => mount.target === target))
  return {
    id: 'mounts.exact',
    statement: 'Every mount is one that was asked for, or one that every container gets from the engine.',
    demanded: `${String(wanted.size)} mounts and ${String(tmpfs.size)} tmpfs: ${[...wanted, ...tmpfs].join(', ')}; ${String(demand.maskedPaths.length)} paths masked, ${String(demand.readonlyPaths.length)} read-only`,
    observations: [
      observeFact('engine', 'mounts not as demanded:', foreign, (targets) => targets.length === 0),
      observe(
        'engine',
        `mounts missing: ${missing.join(', ') || 'none'}`,
        foreign === undefined ? null : missing.length === 0,
      ),
      ...observeBoth(witnesses, (view) => allMounts(view, witnesses)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'What the sources of read-only mounts contain.',
  }
}

function allMounts({ witness, mounts, ownDevices }: KernelView, { inside, probe, demand, evidence }: Witnesses): Sight {
  if (!mounts.complete) return { seen: 'the mounts could not be read', agrees: null }
  const problems = [...compareMounts(mounts.rows, demand, evidence.containerId, probe.present)]
  if (witness === 'host')
    problems.push(...unlike(mounts.rows, inside.mounts.rows), ...borrowed(mounts.rows, demand, ownDevices))
  if (problems.length > 0) return { seen: problems.join('; '), agrees: false }
  const same = witness === 'host' ? ', the same as inside' : ', each accounted for'
  return { seen: `${String(mounts.rows.length)} mounts${same}`, agrees: true }
}

/** One process, one list: what the probe shows is what the kernel shows of it. */
function unlike(host: readonly MountRow[], inside: readonly MountRow[]): readonly string[] {
  const keys = (rows: readonly MountRow[]) => new Set(rows.map(keyOf))
  const [theirs, ours] = [keys(host), keys(inside)]
  return [
    ...host.filter((row) => !ours.has(keyOf(row))).map(({ target }) => `${target} is not as the probe shows it`),
    ...inside.filter((row) => !theirs.has(keyOf(row))).map(({ target }) => `the probe shows another ${target}`),
  ]
}

/** Where a control group's mount is rooted depends on who looks (cgroup_namespaces(7)). */
function keyOf({ root, target, options, fsType, superOptions }: MountRow): string {
  return [fsType.startsWith('cgroup') ? '' : root, target, fsType, ...options, '-', ...superOptions].join(' ')
}

/** Same place, same source, and not writable where that was not asked for. */
function isDemanded({ type, source, target, writable }: InspectedMount, demand: ContainerDemand): boolean {
  if (demand.tmpfs.some((tmpfs) => tmpfs.target === target)) return true
  return demand.mounts.some(
    (mount) =>
      mount.target === target &&
      mount.type === type &&
      mount.source === source &&
      (!mount.readOnly || writable === false),
  )
}

function shorten(text: string): string {
  return text.replace(/^.*: /, '').slice(0, 80)
}
