import { posix } from 'node:path'
import type { EngineFacts, RuntimeEntry } from './evidence.ts'

/**
 * - `shared-kernel`: steps are processes of the host's kernel (runc, crun).
 * - `gvisor`: steps run on gVisor's kernel, which is a process of the host.
 * - `kata`: steps run in a virtual machine.
 */
export const RUNTIME_KINDS = ['shared-kernel', 'gvisor', 'kata', 'unknown'] as const
export type RuntimeKind = (typeof RUNTIME_KINDS)[number]

/** By the program's name, for it is what the engine starts. */
const PROGRAMS: Readonly<Record<string, RuntimeKind>> = {
  runc: 'shared-kernel',
  crun: 'shared-kernel',
  runsc: 'gvisor',
  'kata-runtime': 'kata',
}

/** containerd's shims (containerd runtime v2), which newer engines take in place of a program. */
const SHIMS: Readonly<Record<string, RuntimeKind>> = {
  'io.containerd.runc.v1': 'shared-kernel',
  'io.containerd.runc.v2': 'shared-kernel',
  'io.containerd.runsc.v1': 'gvisor',
  'io.containerd.kata.v2': 'kata',
}

/** `undefined` for a runtime that the engine does not describe. */
export function runtimeEntry(
  { runtimeEntries }: Pick<EngineFacts, 'runtimeEntries'>,
  name: string,
): RuntimeEntry | undefined {
  return Object.hasOwn(runtimeEntries, name) ? runtimeEntries[name] : undefined
}

/** What kind of runtime this is by the engine's configuration alone. */
export function configuredKind(entry: RuntimeEntry | undefined): RuntimeKind {
  if (entry === undefined) return 'unknown'
  const { path, type } = entry
  const known = type === null || type === '' ? lookUp(PROGRAMS, posix.basename(path ?? '')) : lookUp(SHIMS, type)
  return known ?? 'unknown'
}

function lookUp(table: Readonly<Record<string, RuntimeKind>>, key: string): RuntimeKind | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
