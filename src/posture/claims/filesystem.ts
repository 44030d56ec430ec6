import type { Claim } from '../../domain/claim.ts'
import type { Observation } from '../../domain/claim.ts'
import type { ContainerDemand } from '../../domain/demand.ts'
import { judgeClaim, observe, observeFact } from '../judge-claim.ts'
import { compareMounts } from '../expected-mounts.ts'
import type { InspectedMount } from '../inspected.ts'
import type { Witnesses } from '../witnesses.ts'

export function rootfsReadOnly({ probe, mounts, inspected }: Witnesses) {
  const root = mounts.rows.filter((row) => row.target === '/')
  const answer = probe.writes.get('/.confine-probe')
  // A probe that can't write anywhere would prove nothing: /dev/null must take it.
  const sighted = probe.writes.get('/dev/null') === 'written'
  const seen = root.length === 1 && answer !== undefined && sighted
  return judgeClaim({
    id: 'rootfs.read-only',
    statement: 'The image’s file system is mounted read-only.',
    demanded: 'read-only root',
    observations: [
      observeFact('engine', 'read-only root', inspected.readonlyRootfs, (flag) => flag),
      observe(
        'inside',
        seen
          ? `/ is ${root[0]?.options[0] ?? '?'}; a write says "${shorten(answer)}", one to /dev/null works`
          : 'the mount of / could not be told',
        seen ? root[0]?.options[0] === 'ro' && /read-only file system/i.test(answer) : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Integrity of the image’s files against a fault in the kernel; it is the state of a mount.',
  })
}

export function workspaceDetached({ probe, mounts, inspected, demand }: Witnesses) {
  const rows = mounts.rows.filter((row) => row.target === demand.workspacePath)
  const row = rows.length === 1 ? rows[0] : undefined
  const overlay = row?.fsType === 'overlay' && row.superOptions.some((option) => option.startsWith('upperdir='))
  const copied = row?.root.endsWith('/tree') === true
  const demanded = demand.mounts.find((mount) => mount.target === demand.workspacePath)
  const mounted = inspected.mounts?.find((mount) => mount.target === demand.workspacePath)
  return judgeClaim({
    id: 'workspace.detached',
    statement: 'Steps write into a layer of their own; the host’s checkout is the same before and after.',
    demanded:
      demand.workspaceMethod === 'overlay'
        ? 'overlay over the checkout, made by the engine'
        : 'copy of the checkout in a volume',
    observations: [
      observeFact(
        'engine',
        'workspace mount',
        mounted === undefined ? null : `${String(mounted.type)} ${String(mounted.source)}`,
        () => demanded !== undefined && mounted?.type === demanded.type && mounted.source === demanded.source,
      ),
      observe(
        'inside',
        row === undefined
          ? 'no single mount at the workspace'
          : `the workspace is ${row.fsType}, ${probe.workspaceReachable ? 'reachable' : 'not reachable'}`,
        row === undefined
          ? null
          : (demand.workspaceMethod === 'overlay' ? overlay : copied) && probe.workspaceReachable,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That later steps see the files as they were committed: all steps of a run share one layer.',
  })
}

/** Adds the comparison of the host's checkout that is made after the last step. `null`: it could not be made. */
export function withCheckoutComparison(claim: Claim, differences: readonly string[] | null): Claim {
  const comparison: Observation =
    differences === null
      ? observe('confine', 'the checkout could not be compared', null)
      : observe(
          'confine',
          differences.length === 0
            ? 'HEAD, status, git settings and every file are as they were'
            : `changed: ${differences.join(', ')}`,
          differences.length === 0,
        )
  const observations = [...claim.observations, comparison]
  return judgeClaim({ ...claim, observations, needs: ['engine', 'inside', 'confine'] })
}

export function mountsExact({ mounts, inspected, demand, evidence }: Witnesses) {
  const problems = mounts.complete ? compareMounts(mounts.rows, demand, evidence.containerId) : null
  const wanted = new Set(demand.mounts.map((mount) => mount.target))
  const tmpfs = new Set(demand.tmpfs.map((mount) => mount.target))
  const foreign = inspected.mounts?.filter((mount) => !isDemanded(mount, demand)).map((mount) => String(mount.target))
  const missing = [...wanted].filter((target) => !inspected.mounts?.some((mount) => mount.target === target))
  return judgeClaim({
    id: 'mounts.exact',
    statement: 'Every mount is one that was asked for, or one that every container gets from the engine.',
    demanded: `${String(wanted.size)} mounts and ${String(tmpfs.size)} tmpfs: ${[...wanted, ...tmpfs].join(', ')}`,
    observations: [
      observeFact('engine', 'mounts not as demanded:', foreign, (targets) => targets.length === 0),
      observe(
        'engine',
        `mounts missing: ${missing.join(', ') || 'none'}`,
        foreign === undefined ? null : missing.length === 0,
      ),
      observe(
        'inside',
        problems === null
          ? 'the mounts could not be read'
          : problems.length === 0
            ? `${String(mounts.rows.length)} mounts, each accounted for`
            : problems.join('; '),
        problems === null ? null : problems.length === 0,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'What the sources of read-only mounts contain.',
  })
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
