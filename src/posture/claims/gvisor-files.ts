import type { Observation } from '../../domain/claim.ts'
import type { ContainerDemand } from '../../domain/demand.ts'
import { compareGoferMounts, compareSentryMounts } from '../expected-gvisor-mounts.ts'
import { observe, type ClaimDraft } from '../judge-claim.ts'
import type { MountRow } from '../../domain/mountinfo.ts'
import type { Sight, Witnesses } from '../witnesses.ts'
import { layerOf, mountsExact, rootfsReadOnly, workspaceDetached } from './filesystem.ts'

const UNREADABLE: Sight = { seen: 'the mounts could not be read', agrees: null }

/** The gofer opens the step's files: its mounts, on the host's kernel, are the step's. */
function ofGofer({ gofer }: Witnesses, look: (rows: readonly MountRow[]) => Sight): Observation {
  if (gofer?.complete !== true) return observe('host', 'gVisor’s file server could not be seen', null)
  const { seen, agrees } = look(gofer.rows)
  return observe('host', `gVisor’s file server: ${seen}`, agrees)
}

function withSights(draft: ClaimDraft, inside: Observation, host: Observation): ClaimDraft {
  const engine = draft.observations.filter((seen) => seen.witness === 'engine')
  return { ...draft, observations: [...engine, inside, host], needs: ['engine', 'inside', 'host'] }
}

export function gvisorRootfsReadOnly(witnesses: Witnesses): ClaimDraft {
  const { inside, probe } = witnesses
  const root = inside.mounts.complete ? rootMode(inside.mounts.rows) : UNREADABLE
  const answer = probe.writes.get('/.confine-probe')
  const tried = answer !== undefined && probe.writes.get('/dev/null') === 'written'
  // Its kernel looks at the user's rights first: the refusal may be of either kind.
  const refused = answer !== undefined && /read-only file system|permission denied/i.test(answer)
  return withSights(
    rootfsReadOnly(witnesses),
    observe(
      'inside',
      root.agrees === null || !tried
        ? 'the mount of / could not be told'
        : `${root.seen}; a write to / ${refused ? 'is refused' : 'works'}, one to /dev/null works`,
      root.agrees === null || !tried ? null : root.agrees && refused,
    ),
    ofGofer(witnesses, rootMode),
  )
}

function rootMode(rows: readonly MountRow[]): Sight {
  const [root, ...others] = rows.filter((row) => row.target === '/')
  const mode = root?.options[0]
  if (mode === undefined || others.length > 0) return { seen: 'the mount of / could not be told', agrees: null }
  return { seen: `/ is ${mode}`, agrees: mode === 'ro' }
}

export function gvisorWorkspaceDetached(witnesses: Witnesses): ClaimDraft {
  const { inside, probe, demand } = witnesses
  const rows = inside.mounts.rows.filter((row) => row.target === demand.workspacePath)
  const row = rows.length === 1 && inside.mounts.complete ? rows[0] : undefined
  return withSights(
    workspaceDetached(witnesses),
    observe(
      'inside',
      row === undefined
        ? 'no single mount at the workspace'
        : `the workspace is ${row.fsType}, ${probe.workspaceReachable ? 'reachable' : 'not reachable'}`,
      // Both come to it through the file server, which names nothing of what is below.
      row === undefined ? null : row.fsType === '9p' && probe.workspaceReachable,
    ),
    ofGofer(witnesses, (mounts) => layerAt(mounts, demand)),
  )
}

function layerAt(rows: readonly MountRow[], demand: ContainerDemand): Sight {
  const [row, ...others] = rows.filter(({ target }) => target === demand.workspacePath)
  if (row === undefined || others.length > 0) return { seen: 'no single mount at the workspace', agrees: false }
  return layerOf(row, demand)
}

export function gvisorMountsExact(witnesses: Witnesses): ClaimDraft {
  const { inside, demand, evidence } = witnesses
  const problems = compareSentryMounts(inside.mounts.rows, demand)
  const draft = withSights(
    mountsExact(witnesses),
    inside.mounts.complete
      ? observe('inside', told(inside.mounts.rows, problems), problems.length === 0)
      : observe('inside', 'the mounts could not be read', null),
    ofGofer(witnesses, (rows) => {
      const wrong = compareGoferMounts(rows, demand, evidence.containerId)
      return { seen: told(rows, wrong), agrees: wrong.length === 0 }
    }),
  )
  const doesNotShow = `${draft.doesNotShow} Paths to be masked are not: /proc and /sys are gVisor’s own, not the host’s.`
  return { ...draft, doesNotShow }
}

function told(rows: readonly MountRow[], problems: readonly string[]): string {
  return problems.length === 0 ? `${String(rows.length)} mounts, each accounted for` : problems.join('; ')
}
