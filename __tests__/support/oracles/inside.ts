import type { GateClaimId } from '../../../src/domain/claim.ts'
import * as told from './kernel-facts.ts'
import { mountsAreExact } from './mounts.ts'
import { all, fields, isWhole, listed, wordsOf } from './raw.ts'

const rootfs: told.Oracle = (raw, evidence) => {
  const answers = (path: string): readonly string[] =>
    raw.rows('write').flatMap((row) => (row.startsWith(`${path} `) ? [row.slice(path.length + 1).trim()] : []))
  return (
    told.readOnlyRoot(raw, evidence) &&
    all(answers('/.confine-probe'), (answer) => answer.toLowerCase().includes('read-only file system')) &&
    all(answers('/dev/null'), (answer) => answer === 'written')
  )
}

/** Only the filter that was demanded answers one signal number otherwise than the next one. */
const filter: told.Oracle = (raw, evidence) => {
  const { signal, neighbour, answers } = evidence.demand.seccomp.watermark
  const said = (number: number, wanted: readonly string[]): boolean =>
    all(
      raw.rows('signal').filter((row) => row.startsWith(`${String(number)} `)),
      (row) => wanted.some((answer) => endsWithWords(row.slice(String(number).length + 1), answer)),
    )
  return told.filterMode(raw, evidence) && said(signal, answers) && said(neighbour, ['No such process'])
}

/** The words stand alone, or behind a shell's colon or dash. */
function endsWithWords(text: string, words: string): boolean {
  const all = wordsOf(text).join(' ')
  const before = all.slice(0, -words.length).trim()
  return all.endsWith(words) && (before === '' || before.endsWith(':') || before.endsWith('-'))
}

const namespaces: told.Oracle = (raw, { demand }) =>
  all(fields(raw, 'NSpid'), (numbers) => numbers === '1') &&
  all(raw.rows('hostname'), (name) => name === demand.hostname) &&
  all(raw.rows('cgroup'), (row) => row.endsWith(':/')) &&
  all(raw.rows('descriptor'), (number) => ['0', '1', '2'].includes(number))

const devices: told.Oracle = (raw) => {
  const usual = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'ptmx', 'pts/ptmx']
  const nodes = raw.rows('node')
  return nodes.includes('char /dev/null') && nodes.every((node) => usual.some((name) => node === `char /dev/${name}`))
}

const sockets: told.Oracle = (raw) =>
  listed(raw.rows('unix'), ['Num'])?.length === 0 &&
  raw.rows('socket').length === 0 &&
  raw.rows('sockets-scanned').includes('yes')

const environment: told.Oracle = (raw, { demand }) => {
  const names = raw.rows('environment')
  const wanted = Object.keys(demand.env)
  const own = ['PATH', 'HOSTNAME', 'PWD', 'OLDPWD', 'SHLVL', '_', ...demand.imageEnvNames]
  const isAllowed = (name: string): boolean => wanted.includes(name) || own.includes(name)
  return all(names, isAllowed) && wanted.every((name) => names.includes(name))
}

const credentials: told.Oracle = (raw, { demand }) => {
  const file = ` ${demand.workspacePath}/.git/config`
  const counts = raw.rows('git-config').flatMap((row) => (row.endsWith(file) ? [row.slice(0, -file.length)] : []))
  return raw.rows('credential').length === 0 && all(counts.filter(isWhole), (count) => Number(count) > 0)
}

/**
 * What of a claim the probe's lines must carry. `null`: the probe has no say in it, and its lines must never change the
 * verdict.
 */
export const INSIDE: Readonly<Record<GateClaimId, told.Oracle | null>> = {
  'network.none': (raw, evidence) =>
    told.loopbackOnly(raw, evidence) && listed(raw.rows('route'), ['Iface'])?.length === 0,
  'rootfs.read-only': rootfs,
  'workspace.detached': (raw, evidence) =>
    told.overlayWorkspace(raw, evidence) && raw.rows('reachable').includes('workspace'),
  'mounts.exact': mountsAreExact,
  'user.non-root': told.user,
  'capabilities.none': told.capabilities,
  'privileges.no-new': told.noNewPrivileges,
  'seccomp.filter': filter,
  'lsm.profile': told.label,
  'namespaces.private': namespaces,
  'devices.minimal': devices,
  'sockets.none': sockets,
  'limits.memory': told.memory,
  'limits.pids': told.pids,
  'limits.cpu': told.cpu,
  'limits.time': null,
  'limits.output': told.fileSize,
  'environment.allowlist': environment,
  'credentials.none': credentials,
  'image.identity': null,
  'engine.faithful': null,
  'kernel.isolation': (raw, { engine }) => all(raw.rows('kernel'), (release) => release === engine.kernel),
}
