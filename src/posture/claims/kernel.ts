import type { Observation } from '../../domain/claim.ts'
import { NAMESPACES, type HostView } from '../../domain/evidence.ts'
import type { NamespaceMode } from '../inspected.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import { observeBoth, observeHost, type Sight, type Witnesses } from '../witnesses.ts'
import { fieldOf } from './identity.ts'

export function seccompFilter(witnesses: Witnesses): ClaimDraft {
  const { inspected, engine, demand, probe } = witnesses
  const { profile, digest, watermark } = demand.seccomp
  const chosen = inspected.securityOptions?.filter((option) => option.startsWith('seccomp'))
  const exact = chosen?.length === 1 && chosen[0] === `seccomp=${profile}`
  const offered = engine.securityOptions.filter((option) => option.startsWith('name=seccomp'))
  return {
    id: 'seccomp.filter',
    statement: 'Confine’s own system call filter is in force.',
    demanded: `the filter ${digest}`,
    observations: [
      observe(
        'engine',
        chosen === undefined
          ? 'its filter could not be read'
          : exact
            ? 'its options hold the text of that filter'
            : 'another filter, or none',
        chosen === undefined ? null : exact,
      ),
      observeFact('engine', 'seccomp on offer:', offered, (options) => options.length > 0),
      ...observeBoth(witnesses, ({ status }) => fieldOf(status, 'Seccomp', '2')),
      marked(probe.signals, watermark),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'The filter’s other rules from inside: the watermark is one of them. Nor that calls which it lets through are without fault.',
  }
}

/** Mode 2 is a filter of any kind: only this one answers a signal number so, and the next number as the kernel does. */
function marked(
  signals: ReadonlyMap<string, string>,
  { signal, neighbour, answers }: Witnesses['demand']['seccomp']['watermark'],
) {
  const answer = signals.get(String(signal))
  const other = signals.get(String(neighbour))
  if (answer === undefined || other === undefined) return observe('inside', 'the watermark could not be tried', null)
  const told = `watermark: signal ${String(signal)} says "${last(answer)}", ${String(neighbour)} "${last(other)}"`
  return observe('inside', told, answers.includes(last(answer)) && last(other) === 'No such process')
}

/** What the C library says, behind the shell's own words. */
function last(words: string): string {
  return words.replace(/^.*(?::|- )\s*/, '').slice(0, 80)
}

/** AppArmor's profile of the engine (moby profiles/apparmor), and what SELinux calls a container's processes. */
const APPARMOR_LABEL = /^docker-default \(enforce\)$/
const SELINUX_LABEL = /:container_t:/

export function lsmProfile(witnesses: Witnesses): ClaimDraft {
  const { engine, inspected, inside, host } = witnesses
  const offers = (name: string) => engine.securityOptions.some((option) => option.startsWith(`name=${name}`))
  const module = offers('apparmor') ? 'AppArmor' : offers('selinux') ? 'SELinux' : null
  const silent = inside.lsm === null && (host?.lsm ?? null) === null
  const wanted = module === 'SELinux' ? SELINUX_LABEL : APPARMOR_LABEL
  const given = module === 'SELinux' ? inspected.processLabel : inspected.appArmorProfile
  const look = ({ lsm }: { readonly lsm: string | null }): Sight =>
    lsm === null
      ? { seen: 'no security module answers', agrees: null }
      : { seen: `label ${lsm}`, agrees: module !== null && wanted.test(lsm) }
  return {
    id: 'lsm.profile',
    statement:
      module === null
        ? 'No security module confines containers here: the engine offers none, and the process has no label.'
        : `${module} confines the step’s processes by the engine’s profile.`,
    demanded: module === null ? 'nothing, for the engine offers none' : `the engine’s own ${module} profile`,
    observations: [
      module === null
        ? observe('engine', 'offers neither AppArmor nor SELinux', silent ? true : null)
        : observeFact('engine', 'label', given, (label) =>
            module === 'SELinux' ? wanted.test(label) : label === 'docker-default',
          ),
      ...observeBoth(witnesses, look),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: module === null ? 'A barrier of this kind: there is none.' : 'What the profile’s text allows.',
    mechanismAbsent: module === null && silent,
  }
}

const DEMANDED_MODES: readonly (readonly [NamespaceMode, string])[] = [
  ['PidMode', ''],
  ['IpcMode', 'private'],
  ['UTSMode', ''],
  ['UsernsMode', ''],
  ['CgroupnsMode', 'private'],
]

export function namespacesPrivate(witnesses: Witnesses): ClaimDraft {
  const { inspected, evidence, inside, host } = witnesses
  const modes = DEMANDED_MODES.map(([name, demanded]) => ({ name, demanded, mode: inspected.namespaceModes[name] }))
  const known = modes.every(({ mode }) => mode !== null)
  const wrong = modes.filter(({ mode, demanded }) => mode !== demanded).map(({ name }) => name)
  const own = evidence.host.kind === 'seen' ? evidence.host.namespaces : null
  return {
    id: 'namespaces.private',
    statement: `The container has process, mount, IPC, host name, network and control group namespaces of its own; ${userNamespace((host ?? inside).uidMap)}.`,
    demanded: 'private namespaces, none of the host’s or of another container',
    observations: [
      observe(
        'engine',
        !known
          ? 'the modes could not be read'
          : wrong.length === 0
            ? 'each mode as demanded'
            : `other: ${wrong.join(', ')}`,
        known ? wrong.length === 0 : null,
      ),
      insideNamespaces(witnesses),
      observeHost(witnesses, ({ status }) => processLevels(status.get('NSpid'))),
      ...(own === null ? [] : linked(own)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'A user namespace of its own, unless the sentence says so. IPC and mount namespaces are the engine’s word where no witness compares them.',
  }
}

/** user_namespaces(7): the whole range mapped onto itself is the initial namespace. */
function userNamespace(uidMap: readonly string[]): string {
  if (uidMap.length === 0) return 'its user namespace could not be told'
  return uidMap.length === 1 && uidMap[0] === '0 0 4294967295'
    ? 'its user namespace is the host’s'
    : `its users are mapped to others of the host (${uidMap.join('; ')})`
}

function insideNamespaces({ probe, demand }: Witnesses) {
  const { status, hostname, cgroups, descriptors } = probe
  const level = status.get('NSpid')
  if (level === undefined || hostname === null || cgroups.length === 0 || descriptors.length === 0) {
    return observe('inside', 'the namespaces could not be told', null)
  }
  const foreign = cgroups.filter((row) => !row.endsWith(':/'))
  const extra = descriptors.filter((number) => !['0', '1', '2'].includes(number))
  const groups = foreign.length === 0 ? 'the root of its control groups' : `control group ${foreign[0] ?? ''}`
  return observe(
    'inside',
    `process ${level}, host name ${hostname}, ${groups}, open files ${descriptors.join(' ')}`,
    level === '1' && hostname === demand.hostname && foreign.length === 0 && extra.length === 0,
  )
}

/** proc(5): the number in each namespace from the reader's to the process's own. */
function processLevels(numbers: string | undefined): Sight {
  if (numbers === undefined) return { seen: 'NSpid could not be read', agrees: null }
  const levels = numbers.split(' ')
  return { seen: `process ${levels.join(', inside ')}`, agrees: levels.length > 1 && levels.at(-1) === '1' }
}

/** Without rights over the process its links can't be read: then they confirm nothing. */
function linked(own: HostView['namespaces']): readonly Observation[] {
  const alike = (how: 'own' | 'shared') => NAMESPACES.filter((name) => own[name] === how)
  const foreign = alike('shared').filter((name) => name !== 'user')
  if (foreign.length > 0) return [observe('host', `shared with Confine’s own process: ${foreign.join(', ')}`, false)]
  if (NAMESPACES.some((name) => own[name] === null)) return []
  const user = own.user === 'shared' ? '; shared with Confine’s own process: user' : ''
  return [observe('host', `not the host’s: ${alike('own').join(', ')}${user}`, true)]
}

/** What runc makes for every container (OCI runtime specification, config-linux, "Default Devices"). */
const NODES = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'ptmx', 'pts/ptmx']

export function devicesMinimal({ probe, inspected }: Witnesses): ClaimDraft {
  const allowed = new Set(NODES.map((name) => `char /dev/${name}`))
  const extra = probe.nodes.filter((node) => !allowed.has(node))
  const sighted = probe.nodes.includes('char /dev/null')
  return {
    id: 'devices.minimal',
    statement: 'The device files below /dev are those that every container gets.',
    demanded: 'no devices, device requests or device rules; not privileged',
    observations: [
      observeFact('engine', 'devices added:', inspected.addedDevices, (count) => count === 0),
      observeFact('engine', 'privileged', inspected.privileged, (privileged) => !privileged),
      observe(
        'inside',
        extra.length > 0
          ? `other devices: ${extra.join(', ')}`
          : sighted
            ? `${String(probe.nodes.length)} device files, each of them usual`
            : 'device files could not be listed',
        extra.length > 0 ? false : sighted ? true : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'Device files deeper than two levels or elsewhere, and the control group’s device rules, which can’t be read inside.',
  }
}
