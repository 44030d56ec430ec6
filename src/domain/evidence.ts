import type { ContainerDemand } from './demand.ts'

/** An OCI runtime as the engine is configured with it; `null` for what its description leaves out. */
export interface RuntimeEntry {
  readonly path: string | null
  readonly args: readonly string[]
  /** A containerd shim in place of a path: `io.containerd.kata.v2`. */
  readonly type: string | null
}

/** The engine, as it describes itself. */
export interface EngineFacts {
  /** Kind and address of the endpoint, for the record. */
  readonly endpoint: string
  readonly version: string
  readonly apiVersion: string
  /** CPUs of its machine; 0 when it does not say. */
  readonly cpus: number
  readonly kernel: string
  /** Folder of its images and volumes on its machine; `null` when it does not say. */
  readonly rootDir: string | null
  readonly cgroupVersion: string
  readonly defaultRuntime: string
  readonly runtimes: readonly string[]
  /** By name, one for each of `runtimes`. */
  readonly runtimeEntries: Readonly<Record<string, RuntimeEntry>>
  /** Versions of the engine's components by lower-case name: `runc`, `containerd`. */
  readonly components: Readonly<Record<string, string>>
  readonly securityOptions: readonly string[]
  /** `linux/amd64`. */
  readonly platform: string
}

/** Files below /proc/<pid> that the host's view is made of (proc(5)). */
export const HOST_FILES = [
  'status',
  'mountinfo',
  'net/dev',
  'limits',
  'uid_map',
  'gid_map',
  'cgroup',
  'attr/current',
] as const
export type HostFile = (typeof HOST_FILES)[number]

/** Links below /proc/<pid>/ns (namespaces(7)). */
export const NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** The kernel's view of a container's first process, as any process of the host may read it. */
export interface HostView {
  readonly kind: 'seen'
  readonly pid: number
  /** `null` for a file that could not be read. */
  readonly files: Readonly<Record<HostFile, string | null>>
  /** Limits of its control groups, by the probe's words for them: `memory-v1`. */
  readonly cgroup: Readonly<Record<string, string>>
  /** Compared with those of Confine's own process; `null` where the link can't be read, as without its owner's rights. */
  readonly namespaces: Readonly<Record<Namespace, 'own' | 'shared' | null>>
  readonly bootId: string | null
  /** `major:minor` of every file system that Confine's own process sees mounted; empty where its list can't be read. */
  readonly ownDevices: readonly string[]
}

export type HostEvidence = HostView | { readonly kind: 'unavailable'; readonly reason: string }

/** What is known of one container while its gate is shut: no code of the branch has run. */
export interface GateEvidence {
  readonly demand: ContainerDemand
  readonly engine: EngineFacts
  /** The create request, as sent. */
  readonly sent: unknown
  /** The engine's warnings to it. */
  readonly warnings: readonly string[]
  readonly containerId: string
  /** The engine's inspect answer, while the probe waits. Untrusted in shape. */
  readonly inspected: unknown
  readonly host: HostEvidence
  /**
   * Under a runtime whose process has no files of its own: /proc/<pid>/mountinfo of the process of the same control group
   * that opens them for it, gVisor's gofer. `null` where there is none, or more than one could be it.
   */
  readonly goferMounts: string | null
  /** Lines that the probe printed between its markers. Untrusted. */
  readonly probeLines: readonly string[]
  /** The engine's name for the image that the run resolved. */
  readonly resolvedImageId: string
  /** The step's time is one that a timer can keep; it is set right before the release. */
  readonly deadlineArmed: boolean
  /** Bytes that the collector of this container's output keeps. */
  readonly outputLimit: number
  /** What the scan of the workspace's git files found and what became of it. */
  readonly credentialScan: CredentialScan
}

export interface CredentialScan {
  /** Files that were looked at. */
  readonly scannedFiles: number
  /** The checkout has a `.git/config` of its own: the probe must have read it too. */
  readonly hasOwnConfig: boolean
  /** Places whose credentials were removed from the layer. */
  readonly scrubbed: readonly string[]
  /** Places that hold a credential and could not be scrubbed. */
  readonly remaining: readonly string[]
}

/** The unconfined container, looked at in the same way as a step's. */
export type ControlEvidence =
  | {
      readonly kind: 'seen'
      /** Judged against the demand of a real step, which it must fail. */
      readonly evidence: GateEvidence
      /** A socket of Confine's own lay in it: only an engine on this machine can be given one. */
      readonly socket: boolean
    }
  | { readonly kind: 'unavailable'; readonly reason: string }
