import type { ClaimDraft } from '../judge-claim.ts'
import { observeFact } from '../judge-claim.ts'
import { observeBoth, type Witnesses } from '../witnesses.ts'

const CAPABILITY_LINES = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'] as const

export function userNonRoot(witnesses: Witnesses): ClaimDraft {
  const { inspected, demand } = witnesses
  const { uid, gid } = demand.user
  return {
    id: 'user.non-root',
    statement: `Steps run as ${String(uid)}:${String(gid)}, which is not root, in no other group.`,
    demanded: `user ${String(uid)}:${String(gid)}`,
    observations: [
      observeFact('engine', 'user', inspected.user, (user) => user === `${String(uid)}:${String(gid)}`),
      ...observeBoth(witnesses, (view) =>
        view.witness === 'host'
          ? idsOf(view.status, hostId(view.uidMap, uid), hostId(view.gidMap, gid))
          : idsOf(view.status, uid, gid),
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'That this uid is nobody’s on the host: unless users are mapped to others (see namespaces.private), it is the same uid there.',
  }
}

/**
 * What an id is called outside of a user namespace (user_namespaces(7)): rows of inside, outside, count. An engine that
 * remaps users, or runs as one, has such a map; the same id where the whole range is mapped onto itself.
 */
function hostId(map: readonly string[], id: number): number {
  for (const row of map) {
    const [inside = NaN, outside = NaN, count = NaN] = row.split(' ').map(Number)
    if (id >= inside && id < inside + count) return id - inside + outside
  }
  return id
}

function idsOf(status: ReadonlyMap<string, string>, uid: number, gid: number) {
  const [uids, gids, groups] = ['Uid', 'Gid', 'Groups'].map((line) => status.get(line))
  if (uids === undefined || gids === undefined || groups === undefined) {
    return { seen: 'the ids could not be read', agrees: null }
  }
  const four = (id: number): string => Array<string>(4).fill(String(id)).join(' ')
  const others = groups.split(' ').filter((group) => group !== '' && group !== String(gid))
  return {
    seen: `uids ${uids}, gids ${gids}, groups ${groups === '' ? 'none' : groups}`,
    agrees: uid > 0 && uids === four(uid) && gids === four(gid) && others.length === 0,
  }
}

export function capabilitiesNone(witnesses: Witnesses): ClaimDraft {
  const { inspected } = witnesses
  return {
    id: 'capabilities.none',
    statement: 'All five capability sets are empty, the bounding set too.',
    demanded: 'drop ALL, add none, not privileged',
    observations: [
      observeFact('engine', 'privileged', inspected.privileged, (privileged) => !privileged),
      observeFact('engine', 'drops', inspected.capDrop, (names) => names.includes('ALL')),
      observeFact('engine', 'adds', inspected.capAdd, (names) => names.length === 0),
      ...observeBoth(witnesses, ({ status }) => capabilitiesOf(status)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Faults in the kernel that need no capability.',
  }
}

function capabilitiesOf(status: ReadonlyMap<string, string>) {
  const sets = CAPABILITY_LINES.map((line) => ({ line, value: status.get(line) }))
  const known = sets.every(({ value }) => value !== undefined)
  return {
    seen: known ? sets.map(({ line, value }) => `${line} ${String(value)}`).join(', ') : 'the sets could not be read',
    agrees: known ? sets.every(({ value }) => /^0{16}$/.test(value ?? '')) : null,
  }
}

export function privilegesNoNew(witnesses: Witnesses): ClaimDraft {
  const options = witnesses.inspected.securityOptions?.filter((option) => option.startsWith('no-new-privileges'))
  // The engine keeps `no-new-privileges:false` word for word: its presence alone says nothing.
  const asked = (all: readonly string[]) => all.length === 1 && /^no-new-privileges([:=]true)?$/.test(all[0] ?? '')
  return {
    id: 'privileges.no-new',
    statement:
      'The flag no-new-privileges is set for good: set-uid, set-gid and file capabilities give a program nothing.',
    demanded: 'no-new-privileges',
    observations: [
      observeFact('engine', 'security options about it:', options, asked),
      ...observeBoth(witnesses, ({ status }) => fieldOf(status, 'NoNewPrivs', '1')),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That the image holds no set-uid files: it may, and they have no effect.',
  }
}

/** A field of the process's status, which must have this value. */
export function fieldOf(status: ReadonlyMap<string, string>, name: string, wanted: string) {
  const value = status.get(name)
  if (value === undefined) return { seen: `${name} could not be read`, agrees: null }
  return { seen: `${name} ${value}`, agrees: value === wanted }
}
