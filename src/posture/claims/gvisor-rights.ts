import type { Observation } from '../../domain/claim.ts'
import { NAMESPACES } from '../../domain/evidence.ts'
import { observe, type ClaimDraft } from '../judge-claim.ts'
import type { Witnesses } from '../witnesses.ts'
import { capabilitiesNone, privilegesNoNew, userNonRoot } from './identity.ts'
import { devicesMinimal, lsmProfile, namespacesPrivate, seccompFilter } from './kernel.ts'

const UNSEEN = 'not observable under this runtime'

const NO_SET = '0'.repeat(16)

/** Its kernel has no ambient set, and so no line for it. */
const CAPABILITY_LINES = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd'] as const

function engineOf(draft: ClaimDraft): readonly Observation[] {
  return draft.observations.filter((seen) => seen.witness === 'engine')
}

/** What the host sees of the sandbox's process. It is not the step's: it says nothing for the claim, but may against it. */
function sandbox(seen: string, wrong = false): Observation {
  return observe('host', `only gVisor’s own process is seen: ${seen}`, wrong ? false : null)
}

function statusOf({ host }: Witnesses, name: string): string {
  return host?.status.get(name) ?? 'could not be read'
}

/** A field of the sandbox's process which stands in for one that is not observable inside. */
function standIn({ host }: Witnesses, name: string, wanted: string) {
  const value = host?.status.get(name)
  const seen = sandbox(`${name} ${value ?? 'could not be read'}`, value !== undefined && value !== wanted)
  return { seen, holds: value === wanted }
}

/** The step's user is one of gVisor's kernel; towards the host all of it is the sandbox's process. */
export function gvisorUserNonRoot(witnesses: Witnesses): ClaimDraft {
  const draft = userNonRoot(witnesses)
  const kept = draft.observations.filter((seen) => seen.witness !== 'host')
  return { ...draft, observations: [...kept, sandbox(`uids ${statusOf(witnesses, 'Uid')}`)] }
}

export function gvisorCapabilitiesNone(witnesses: Witnesses): ClaimDraft {
  const draft = capabilitiesNone(witnesses)
  const { status } = witnesses.inside
  // Only a line that is not there at all is one that its kernel lacks.
  const ambient = witnesses.probe.statusNames.has('CapAmb') ? status.get('CapAmb') : NO_SET
  const sets = [...CAPABILITY_LINES.map((line) => status.get(line)), ambient]
  const known = sets.every((value) => value !== undefined)
  const told = CAPABILITY_LINES.map((line) => `${line} ${String(status.get(line))}`).join(', ')
  return {
    ...draft,
    statement: 'The capability sets are empty, the bounding set too.',
    observations: [
      ...engineOf(draft),
      observe(
        'inside',
        known ? `${told}, CapAmb ${status.get('CapAmb') ?? UNSEEN}` : 'the sets could not be read',
        known ? sets.every((value) => value === NO_SET) : null,
      ),
      sandbox(`CapEff ${statusOf(witnesses, 'CapEff')}, uid_map ${userMap(witnesses)}`),
    ],
  }
}

function userMap({ host }: Witnesses): string {
  return host === null || host.uidMap.length === 0 ? 'could not be read' : host.uidMap.join('; ')
}

export function gvisorPrivilegesNoNew(witnesses: Witnesses): ClaimDraft {
  const draft = privilegesNoNew(witnesses)
  const inside = witnesses.inside.status.get('NoNewPrivs')
  const outside = standIn(witnesses, 'NoNewPrivs', '1')
  const seen = inside === undefined ? `NoNewPrivs ${UNSEEN}` : `NoNewPrivs ${inside}`
  return {
    ...draft,
    observations: [
      ...engineOf(draft),
      observe('inside', seen, inside === undefined ? null : inside === '1'),
      outside.seen,
    ],
    mechanismAbsent: !witnesses.probe.statusNames.has('NoNewPrivs') && outside.holds,
  }
}

/** gVisor answers system calls itself. The filter that is asked for is loaded only if the runtime is told to. */
export function gvisorSeccompFilter(witnesses: Witnesses): ClaimDraft {
  const draft = seccompFilter(witnesses)
  const absent = witnesses.inside.status.get('Seccomp') === '0'
  const outside = standIn(witnesses, 'Seccomp', '2')
  const inside = absent
    ? [observe('inside', 'the filter is not loaded: gVisor’s kernel answers the calls', null)]
    : draft.observations.filter((seen) => seen.witness === 'inside')
  return {
    ...draft,
    ...(absent
      ? { statement: 'gVisor answers system calls itself, behind a filter of its own towards the host.' }
      : {}),
    observations: [...engineOf(draft), ...inside, outside.seen],
    mechanismAbsent: absent && outside.holds,
  }
}

export function gvisorLsmProfile(witnesses: Witnesses): ClaimDraft {
  const draft = lsmProfile(witnesses)
  return {
    ...draft,
    statement: 'gVisor applies no profile of a security module to its sandbox.',
    observations: [
      ...engineOf(draft).map(({ witness, seen }) => observe(witness, seen, null)),
      observe('inside', UNSEEN, null),
      sandbox(`label ${witnesses.host?.lsm ?? 'none'}`),
    ],
    mechanismAbsent: true,
  }
}

/** Processes of the step have numbers in gVisor's kernel only; its own process may share that namespace with the host. */
const OWN_NAMESPACES = NAMESPACES.filter((name) => name !== 'pid' && name !== 'cgroup')

export function gvisorNamespacesPrivate(witnesses: Witnesses): ClaimDraft {
  const draft = namespacesPrivate(witnesses)
  const { evidence, host, identity } = witnesses
  const links = evidence.host.kind === 'seen' ? evidence.host.namespaces : null
  const shared = OWN_NAMESPACES.filter((name) => links?.[name] === 'shared')
  const mapped = host === null || host.uidMap.length === 0 ? null : host.uidMap[0] !== '0 0 4294967295'
  return {
    ...draft,
    statement: `Processes of the step exist in gVisor’s kernel only, and its own has user, mount, network, IPC and host name namespaces that are not the host’s.`,
    observations: [
      ...engineOf(draft),
      observe('inside', UNSEEN, null),
      observe(
        'host',
        shared.length > 0
          ? `gVisor’s own process shares: ${shared.join(', ')}`
          : `gVisor’s own process: uid_map ${userMap(witnesses)}`,
        shared.length > 0 ? false : mapped,
      ),
      observe('host', identity.host.seen, identity.host.says === 'gvisor'),
    ],
    needs: ['engine', 'host'],
    doesNotShow: 'A process namespace of the sandbox’s own process, which may be the host’s.',
  }
}

/** Emulated by gVisor's kernel for every container; none of them leads to the host's. */
const EMULATED = ['char /dev/fuse', 'char /dev/net/tun']

export function gvisorDevicesMinimal(witnesses: Witnesses): ClaimDraft {
  const { probe } = witnesses
  const draft = devicesMinimal({
    ...witnesses,
    probe: { ...probe, nodes: probe.nodes.filter((node) => !EMULATED.includes(node)) },
  })
  return {
    ...draft,
    statement: 'Device files are gVisor’s own; none of the host’s is passed on to it.',
    // It would not show a device that is passed on either: not seeing one is no proof.
    observations: draft.observations.map((seen) =>
      seen.witness === 'inside' && seen.stance === 'confirms' ? observe('inside', seen.seen, null) : seen,
    ),
    mechanismAbsent: true,
  }
}
