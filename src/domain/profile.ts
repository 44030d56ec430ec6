/** A read-only directory or file of the runner that steps may see. */
export interface ExtraMount {
  /** Absolute path on the engine's host. */
  readonly source: string
  /** Absolute path inside. */
  readonly target: string
}

/** Numeric owner of all that a step does. */
export interface UserIds {
  readonly uid: number
  readonly gid: number
}

/**
 * The confinement demanded for the steps. Sizes are bytes. Each field names the one place that enforces it:
 * `container-spec.ts` turns it into the engine's create request, `posture/` judges what became of it.
 */
export interface Profile {
  /** Enforced by HostConfig.Memory and MemorySwap, which are equal: no swap. */
  readonly memoryBytes: number
  /** Enforced by HostConfig.NanoCpus; in CPUs, 1.5 is one and a half. */
  readonly cpus: number
  /** Enforced by HostConfig.PidsLimit. */
  readonly pidsLimit: number
  /** Enforced by the size of the tmpfs on /tmp, and again by that on HOME. */
  readonly tmpBytes: number
  /** Enforced by HostConfig.ShmSize. */
  readonly shmBytes: number
  /** Enforced by the `fsize` ulimit. */
  readonly fileBytes: number
  /** Enforced by the output collector: bytes kept of a step's output. */
  readonly outputBytes: number
  /** Enforced by Config.Env: what `env` names, on top of the fixed list. */
  readonly env: Readonly<Record<string, string>>
  /** Enforced by HostConfig.Mounts. */
  readonly mounts: readonly ExtraMount[]
  /** Enforced by Config.User; `null` is the owner of the checkout. Never uid 0. */
  readonly user: UserIds | null
  /** Enforced by HostConfig.Runtime; `null` is the engine's default. */
  readonly runtime: string | null
}
