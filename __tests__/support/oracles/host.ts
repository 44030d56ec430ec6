import type { GateClaimId } from '../../../src/domain/claim.ts'
import type { HostView } from '../../../src/domain/evidence.ts'
import * as told from './kernel-facts.ts'
import { mountsAreExact } from './mounts.ts'
import { all, fields, wordsOf, type Raw } from './raw.ts'

const FILES = { status: 'status', mount: 'mountinfo', device: 'net/dev', limit: 'limits', lsm: 'attr/current' } as const

/** The kernel's rows of a process, by the words that the probe has for them. */
export function hostRaw({ files, cgroup, bootId, namespaces }: HostView): Raw {
  const rowsOf = (text: string | null): readonly string[] => (text ?? '').split('\n').filter((row) => row !== '')
  const tables = new Map(Object.entries(FILES).map(([word, file]) => [word, rowsOf(files[file])]))
  const links = Object.entries(namespaces).map(([name, answer]) => `${name} ${String(answer)}`)
  const others = new Map([
    ['boot', bootId === null ? [] : [bootId]],
    ['namespace', links],
  ])
  return { rows: (word) => tables.get(word) ?? others.get(word) ?? (word in cgroup ? [String(cgroup[word])] : []) }
}

/** The process is the first one of an inner namespace. Links that could be compared lead elsewhere than Confine's own. */
const namespaces: told.Oracle = (raw) =>
  all(fields(raw, 'NSpid'), (numbers) => wordsOf(numbers).length > 1 && wordsOf(numbers).at(-1) === '1') &&
  raw.rows('namespace').every((link) => !link.endsWith(' shared') || link === 'user shared')

/** What of a claim the host's view must carry, where `require` has `host`. `null`: the host can't see it. */
export const HOST: Readonly<Record<GateClaimId, told.Oracle | null>> = {
  'network.none': told.loopbackOnly,
  'rootfs.read-only': told.readOnlyRoot,
  'workspace.detached': told.overlayWorkspace,
  'mounts.exact': mountsAreExact,
  'user.non-root': told.user,
  'capabilities.none': told.capabilities,
  'privileges.no-new': told.noNewPrivileges,
  'seccomp.filter': told.filterMode,
  'lsm.profile': told.label,
  'namespaces.private': namespaces,
  'devices.minimal': null,
  'sockets.none': null,
  'limits.memory': told.memory,
  'limits.pids': told.pids,
  'limits.cpu': told.cpu,
  'limits.time': null,
  'limits.output': told.fileSize,
  'environment.allowlist': null,
  'credentials.none': null,
  'image.identity': null,
  'engine.faithful': null,
  'kernel.isolation': (raw, { probeLines }) => all(raw.rows('boot'), (boot) => probeLines.includes(`boot ${boot}`)),
}
