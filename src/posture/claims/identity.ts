import { judgeClaim, observe, observeFact } from '../judge-claim.ts'
import type { Witnesses } from '../witnesses.ts'

const CAPABILITY_LINES = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'] as const

export function userNonRoot({ probe, inspected, demand }: Witnesses) {
  const { uid, gid } = demand.user
  const ids = ['Uid', 'Gid', 'Groups'].map((line) => probe.status.get(line))
  const [uids, gids, groups] = ids
  const known = uids !== undefined && gids !== undefined && groups !== undefined
  const four = (id: number): string => Array<string>(4).fill(String(id)).join(' ')
  const others = (groups ?? '').split(' ').filter((group) => group !== '' && group !== String(gid))
  return judgeClaim({
    id: 'user.non-root',
    statement: `Steps run as ${String(uid)}:${String(gid)}, which is not root, in no other group.`,
    demanded: `user ${String(uid)}:${String(gid)}`,
    observations: [
      observeFact('engine', 'user', inspected.user, (user) => user === `${String(uid)}:${String(gid)}`),
      observe(
        'inside',
        known ? `uids ${uids}, gids ${gids}, groups ${groups === '' ? 'none' : groups}` : 'the ids could not be read',
        known ? uid > 0 && uids === four(uid) && gids === four(gid) && others.length === 0 : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'A user namespace of its own: unless the engine remaps users, the same uid on the host owns the same files.',
  })
}

export function capabilitiesNone({ probe, inspected }: Witnesses) {
  const sets = CAPABILITY_LINES.map((line) => ({ line, value: probe.status.get(line) }))
  const known = sets.every(({ value }) => value !== undefined)
  return judgeClaim({
    id: 'capabilities.none',
    statement: 'All five capability sets are empty, the bounding set too.',
    demanded: 'drop ALL, add none, not privileged',
    observations: [
      observeFact('engine', 'privileged', inspected.privileged, (privileged) => !privileged),
      observeFact('engine', 'drops', inspected.capDrop, (names) => names.includes('ALL')),
      observeFact('engine', 'adds', inspected.capAdd, (names) => names.length === 0),
      observe(
        'inside',
        known ? sets.map(({ line, value }) => `${line} ${String(value)}`).join(', ') : 'the sets could not be read',
        known ? sets.every(({ value }) => /^0{16}$/.test(value ?? '')) : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Faults in the kernel that need no capability.',
  })
}

export function privilegesNoNew({ probe, inspected }: Witnesses) {
  const options = inspected.securityOptions?.filter((option) => option.startsWith('no-new-privileges'))
  // The engine keeps `no-new-privileges:false` word for word: its presence alone says nothing.
  const asked = (all: readonly string[]) => all.length === 1 && /^no-new-privileges([:=]true)?$/.test(all[0] ?? '')
  return judgeClaim({
    id: 'privileges.no-new',
    statement: 'No program can gain rights by set-uid, set-gid or file capabilities.',
    demanded: 'no-new-privileges',
    observations: [
      observeFact('engine', 'security options about it:', options, asked),
      observeFact('inside', 'NoNewPrivs', probe.status.get('NoNewPrivs'), (value) => value === '1'),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That set-uid files are absent; they have no effect.',
  })
}

export function seccompFilter({ probe, inspected, engine }: Witnesses) {
  const chosen = inspected.securityOptions?.filter((option) => option.startsWith('seccomp'))
  const offered = engine.securityOptions.filter((option) => option.startsWith('name=seccomp'))
  return judgeClaim({
    id: 'seccomp.filter',
    statement: 'A system call filter is in force.',
    demanded: 'the engine’s default filter',
    observations: [
      observeFact('engine', 'filters in place of the default:', chosen, (options) => options.length === 0),
      observeFact('engine', 'seccomp on offer:', offered, (options) => options.length > 0),
      observeFact('inside', 'Seccomp mode', probe.status.get('Seccomp'), (mode) => mode === '2'),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Which calls the filter denies: mode 2 is a filter of any kind.',
  })
}
