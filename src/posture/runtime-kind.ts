import type { ContainerDemand } from '../domain/demand.ts'
import type { EngineFacts, RuntimeEntry } from '../domain/evidence.ts'
import { configuredKind, runtimeEntry, type RuntimeKind } from '../domain/runtime-kind.ts'
import type { MountRow } from '../domain/mountinfo.ts'

export interface RuntimeIdentity {
  /** `unknown` also where engine and host contradict each other. */
  readonly kind: RuntimeKind
  readonly engine: { readonly seen: string; readonly says: RuntimeKind }
  readonly host: { readonly seen: string; readonly says: RuntimeKind | null }
  /** Whether the host bears the engine out; `null` when it can't tell. */
  readonly agree: boolean | null
}

export interface RuntimeWitnesses {
  /** As the inspect answer names it; `null` when it doesn't. */
  readonly runtime: string | null
  readonly engine: Pick<EngineFacts, 'runtimeEntries'>
  /** Mounts of the process that the engine gives as the container's, as the host's kernel lists them; `null` unseen. */
  readonly hostMounts: readonly MountRow[] | null
  readonly demand: Pick<ContainerDemand, 'mounts' | 'tmpfs'>
}

/**
 * What kind of runtime a container has, by the engine's configuration and by the host's kernel. What the inside prints
 * has no say: it is easily copied (gVisor, "dmesg" in its documentation). Pure and total.
 */
export function runtimeKind({ runtime, engine, hostMounts, demand }: RuntimeWitnesses): RuntimeIdentity {
  const entry = runtime === null ? undefined : runtimeEntry(engine, runtime)
  const configured = { seen: describe(runtime, entry), says: configuredKind(entry) } as const
  const host = hostMounts === null ? UNSEEN : kindByMounts(hostMounts, demand)
  const agree = agreement(configured.says, host.says)
  const surest = configured.says === 'unknown' && host.says === 'shared-kernel' ? host.says : configured.says
  return { kind: agree === false ? 'unknown' : surest, engine: configured, host, agree }
}

function describe(runtime: string | null, entry: RuntimeEntry | undefined): string {
  if (runtime === null) return 'no runtime is named'
  if (entry === undefined) return `runtime ${runtime}, which the engine does not describe`
  const program = entry.path ?? entry.type ?? 'a program that is not named'
  return `runtime ${runtime} is ${[program, ...entry.args].join(' ')}`
}

const UNSEEN = { seen: 'the container’s process could not be seen', says: null } as const

/**
 * A process on the host's kernel has the container's mounts, for there is no other way to give it the container's files.
 * gVisor's has an empty, read-only root and none of them (runsc/cmd/chroot.go): another process opens files for it. A
 * process without capabilities can't change its mounts.
 */
function kindByMounts(rows: readonly MountRow[], demand: RuntimeWitnesses['demand']): RuntimeIdentity['host'] {
  const targets = [...demand.mounts, ...demand.tmpfs].map(({ target }) => target)
  const there = targets.filter((target) => rows.some((row) => row.target === target))
  const root = rows.find((row) => row.target === '/')
  if (root === undefined || targets.length === 0)
    return { seen: 'its process has no root that could be seen', says: null }
  if (there.length === targets.length)
    return { seen: 'its process has the container’s mounts: it runs on the host’s kernel', says: 'shared-kernel' }
  if (there.length === 0 && root.fsType === 'tmpfs' && root.options[0] === 'ro')
    return {
      seen: 'its process has an empty read-only root and none of the container’s mounts: a kernel of its own runs in it',
      says: 'gvisor',
    }
  return {
    seen: `its process has ${String(there.length)} of the container’s ${String(targets.length)} mounts`,
    says: null,
  }
}

/** A runtime that nobody knows says nothing that could be contradicted; nor is anything known of a machine's process. */
function agreement(engine: RuntimeKind, host: RuntimeKind | null): boolean | null {
  if (host === null) return null
  if (engine === 'unknown') return host === 'shared-kernel' ? true : null
  return engine === host
}
