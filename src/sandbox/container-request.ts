import type { ContainerDemand, DemandedMount } from '../domain/demand.ts'
import type { Step } from '../domain/step.ts'

/** What PID 1 is told: the markers of this container's probe, and the word that opens its gate. */
export interface GateWords {
  readonly nonce: string
  readonly release: string
}

/** Soft and hard the same, so that a step can't lift it. */
const limit = (Name: string, value: number) => ({ Name, Soft: value, Hard: value })

/**
 * The engine's create request for one step (Docker API v1.41, `POST /containers/create`). Pure. Whatever an image could
 * decide for itself (entry point, user, working directory, health check) is stated here.
 */
export function containerRequest(demand: ContainerDemand, step: Step, words: GateWords, probe: string) {
  return {
    Image: demand.imageId,
    Hostname: demand.hostname,
    // The runtime makes the empty network by itself then. With the engine's own part in it (its hook, its sandbox, which
    // also takes ::1 away), a start takes twice as long.
    NetworkDisabled: true,
    User: `${String(demand.user.uid)}:${String(demand.user.gid)}`,
    WorkingDir: '/',
    Entrypoint: ['/bin/sh'],
    Cmd: ['-c', probe, 'confine', words.nonce, words.release, ...stepArguments(demand, step)],
    Env: Object.entries(demand.env).map(([name, value]) => `${name}=${value}`),
    Labels: { ...demand.labels },
    Healthcheck: { Test: ['NONE'] },
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    StopSignal: 'SIGKILL',
    HostConfig: hostConfig(demand),
  }
}

function stepArguments(demand: ContainerDemand, step: Step): readonly string[] {
  const directory =
    step.workingDirectory === '.' ? demand.workspacePath : `${demand.workspacePath}/${step.workingDirectory}`
  return [
    ...[demand.workspacePath, directory, step.shell, step.stdin === null ? 'none' : 'given', step.run],
    ...probeArguments(demand),
  ]
}

/** What the probe is to look for: the filter's mark, and the paths that must not be open. */
export function probeArguments({ seccomp, maskedPaths, readonlyPaths }: ContainerDemand): readonly string[] {
  const { signal, neighbour } = seccomp.watermark
  return [String(signal), String(neighbour), ...maskedPaths, ...readonlyPaths]
}

function hostConfig(demand: ContainerDemand) {
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    Privileged: false,
    CapDrop: ['ALL'],
    // None of these is wanted. Saying so lets what came of them be compared as well.
    CapAdd: [],
    GroupAdd: [],
    Devices: [],
    DeviceRequests: [],
    DeviceCgroupRules: [],
    Binds: [],
    VolumesFrom: [],
    PidMode: '',
    UTSMode: '',
    UsernsMode: '',
    SecurityOpt: ['no-new-privileges:true', `seccomp=${demand.seccomp.profile}`],
    IpcMode: 'private',
    CgroupnsMode: 'private',
    Init: false,
    AutoRemove: false,
    RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
    LogConfig: { Type: 'none', Config: {} },
    Memory: demand.memoryBytes,
    MemorySwap: demand.memoryBytes,
    NanoCpus: Math.round(demand.cpus * 1e9),
    PidsLimit: demand.pidsLimit,
    ShmSize: demand.shmBytes,
    Ulimits: [limit('core', 0), limit('fsize', demand.fileBytes)],
    MaskedPaths: [...demand.maskedPaths],
    ReadonlyPaths: [...demand.readonlyPaths],
    Mounts: demand.mounts.map(mountRequest),
    Tmpfs: Object.fromEntries(demand.tmpfs.map((mount) => [mount.target, tmpfsOptions(mount, demand)])),
    ...(demand.runtime === null ? {} : { Runtime: demand.runtime }),
  }
}

/** Nothing of the image's own files at a volume's place is copied into the volume. */
export function mountRequest({ type, source, target, readOnly, propagation }: DemandedMount) {
  return {
    Type: type,
    Source: source,
    Target: target,
    ReadOnly: readOnly,
    ...(type === 'volume' ? { VolumeOptions: { NoCopy: true } } : {}),
    ...(propagation === undefined ? {} : { BindOptions: { Propagation: propagation } }),
  }
}

/**
 * `exec`, for test runners build and run programs there (moby#35890). Owned by the step's user, for `mode=` is ignored
 * where the image already has the directory (moby#39466).
 */
function tmpfsOptions(mount: { target: string; bytes: number }, demand: ContainerDemand): string {
  const owner = `uid=${String(demand.user.uid)},gid=${String(demand.user.gid)}`
  const mode = mount.target === '/tmp' ? '1777' : '0755'
  return `rw,exec,nosuid,nodev,size=${String(mount.bytes)},mode=${mode},${owner}`
}
