import type { UserIds } from './profile.ts'

/** What the engine writes for each container and mounts into it unasked, from a folder that carries its id. */
export const ENGINE_FILES = ['/etc/hostname']

export interface DemandedMount {
  readonly type: 'volume' | 'bind'
  /** Volume name, or absolute path on the engine's host. */
  readonly source: string
  readonly target: string
  readonly readOnly: boolean
  /** Of a bind. The engine insists on `rslave` for what lies in its own folder. */
  readonly propagation?: 'rprivate' | 'rslave'
}

/** The one folder that is looked through to and the one that is written to, as the mount's options name them. */
export interface DemandedOverlay {
  readonly lower: string
  readonly upper: string
}

export interface DemandedTmpfs {
  readonly target: string
  readonly bytes: number
}

/** A system call filter, and the mark by which it is known from inside. */
export interface DemandedFilter {
  /** In the engine's JSON. */
  readonly profile: string
  /** `sha256:…` of the profile's text. */
  readonly digest: string
  /** `kill` with this signal number gives one of the answers under this filter; with the neighbouring number it doesn't. */
  readonly watermark: { readonly signal: number; readonly neighbour: number; readonly answers: readonly string[] }
}

/**
 * Everything asked for one step's container, before it is put into the engine's words. The posture judges what became
 * of each field; the create request is a function of it and of nothing else.
 */
export interface ContainerDemand {
  readonly imageId: string
  readonly user: UserIds
  readonly hostname: string
  /** Where the checkout is seen: the same absolute path as on the host. */
  readonly workspacePath: string
  readonly homePath: string
  /** Set by Confine, on top of the image's own environment. */
  readonly env: Readonly<Record<string, string>>
  /** Names that the image sets. */
  readonly imageEnvNames: readonly string[]
  readonly mounts: readonly DemandedMount[]
  readonly tmpfs: readonly DemandedTmpfs[]
  /** Where the image's links lead mounts to, by the place that the kernel shows, and what was asked for instead. */
  readonly places: Readonly<Record<string, string>>
  readonly seccomp: DemandedFilter
  readonly maskedPaths: readonly string[]
  readonly readonlyPaths: readonly string[]
  readonly runtime: string | null
  readonly memoryBytes: number
  readonly cpus: number
  readonly pidsLimit: number
  readonly shmBytes: number
  readonly fileBytes: number
  readonly outputBytes: number
  readonly timeoutMs: number
  readonly labels: Readonly<Record<string, string>>
  /** What is laid over what at the workspace's path; `null` when the workspace is a copy of the checkout. */
  readonly overlay: DemandedOverlay | null
}
