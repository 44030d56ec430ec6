import { posix } from 'node:path'
import type { ContainerDemand, DemandedMount, DemandedTmpfs } from '../domain/demand.ts'
import type { Profile } from '../domain/profile.ts'
import type { Step } from '../domain/step.ts'
import type { ResolvedImage } from './image.ts'
import { HOSTNAME, OWN_FILES } from './own-files.ts'
import { SECCOMP_DIGEST, SECCOMP_PROFILE, WATERMARK } from './seccomp-profile.ts'
import type { Workspace } from './workspace.ts'

/** Below a directory of its own, so that no image's file is hidden by it. */
export const HOME = '/home/confine'

/** Docker's own lists (moby daemon/pkg/oci/defaults.go, newest of them), stated because a request replaces the default. */
const MASKED_PATHS = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/sys/devices/virtual/powercap',
  '/sys/firmware',
]
/** Far above what one machine has; each CPU is a path in every request. */
const MOST_CPUS = 512

/** The engine masks one for each CPU since 28.0.2 (moby daemon/pkg/oci/defaults.go). */
function thermalPaths(cpus: number): readonly string[] {
  const count = Math.max(0, Math.min(Math.trunc(cpus), MOST_CPUS))
  return Array.from({ length: count }, (_, cpu) => `/sys/devices/system/cpu/cpu${String(cpu)}/thermal_throttle`)
}

const READONLY_PATHS = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger']

export interface DemandInput {
  readonly profile: Profile
  readonly image: ResolvedImage
  readonly workspacePath: string
  readonly workspace: Pick<
    Workspace,
    'overlay' | 'mount' | 'ownFileMounts' | 'places' | 'user' | 'userName' | 'freshIndex'
  >
  readonly labels: Readonly<Record<string, string>>
  /** CPUs of the engine's machine. */
  readonly engineCpus: number
  /** GITHUB_SHA and the like, which every step may know. */
  readonly github: Readonly<Record<string, string>>
}

/** Profile, image and workspace, put together into what is asked for one step's container. Pure. */
export function containerDemand(input: DemandInput, step: Step): ContainerDemand {
  const { profile, image } = input
  const imageNames = image.env.flatMap((line) => line.split('=', 1))
  return {
    imageId: image.id,
    user: input.workspace.user,
    hostname: HOSTNAME,
    workspacePath: input.workspacePath,
    homePath: HOME,
    env: { ...baseEnvironment(input, imageNames), ...profile.env, ...step.env },
    imageEnvNames: imageNames,
    mounts: mounts(input),
    tmpfs: tmpfs(input),
    places: Object.fromEntries(input.workspace.places),
    seccomp: { profile: SECCOMP_PROFILE, digest: SECCOMP_DIGEST, watermark: WATERMARK },
    maskedPaths: [...MASKED_PATHS, ...thermalPaths(input.engineCpus)],
    readonlyPaths: READONLY_PATHS,
    runtime: profile.runtime,
    memoryBytes: profile.memoryBytes,
    cpus: profile.cpus,
    pidsLimit: profile.pidsLimit,
    shmBytes: profile.shmBytes,
    fileBytes: profile.fileBytes,
    outputBytes: profile.outputBytes,
    timeoutMs: step.timeoutMs,
    labels: input.labels,
    overlay: input.workspace.overlay,
  }
}

function baseEnvironment(input: DemandInput, imageNames: readonly string[]): Record<string, string> {
  // Without a locale the C library falls back to ASCII; an image that chose one keeps its choice.
  const locale = imageNames.some((name) => name === 'LANG' || name === 'LC_ALL') ? {} : { LANG: 'C.UTF-8' }
  return {
    ...locale,
    CI: 'true',
    HOME,
    USER: input.workspace.userName,
    ...input.github,
    GITHUB_WORKSPACE: input.workspacePath,
    ...gitVariables(input.workspace.freshIndex),
  }
}

/** Settings of git for the step only, whatever its HOME is (git-config, GIT_CONFIG_COUNT). */
function gitVariables(freshIndex: boolean): Record<string, string> {
  const settings: (readonly [string, string])[] = [['safe.directory', '*']] // git refuses a folder of another owner
  // A file with the size and time that the index has is unchanged, whatever its inode, owner and last change of either.
  if (!freshIndex) settings.push(['core.checkStat', 'minimal'], ['core.trustctime', 'false'])
  const pairs = settings.flatMap(([key, value], index): (readonly [string, string])[] => [
    [`GIT_CONFIG_KEY_${String(index)}`, key],
    [`GIT_CONFIG_VALUE_${String(index)}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) }
}

function mounts(input: DemandInput): readonly DemandedMount[] {
  const extra = input.profile.mounts.map(
    (mount) => ({ type: 'bind', ...mount, readOnly: true, propagation: 'rprivate' }) as const,
  )
  return [input.workspace.mount, ...input.workspace.ownFileMounts, ...extra]
}

/** They come on top of the other memory file systems: a small part of the memory each, so that ENOSPC comes before a kill. */
const VOLUME_SHARE = 16

/** Every place in an image at which something is mounted, but for what the engine mounts by itself. */
export function mountTargets(image: ResolvedImage, profile: Profile, workspacePath: string): readonly string[] {
  const given = profile.mounts.map((mount) => mount.target)
  return [workspacePath, '/tmp', HOME, ...OWN_FILES, ...image.volumes, ...given]
}

/** A VOLUME of the image would be a writable place on the host's disk: each is covered by memory instead. */
function tmpfs(input: DemandInput): readonly DemandedTmpfs[] {
  const bytes = input.profile.tmpBytes
  const demanded = new Set(['/tmp', HOME])
  const taken = new Set([...demanded, input.workspacePath, ...input.profile.mounts.map((mount) => mount.target)])
  const covered = input.image.volumes.map((path) => posix.resolve('/', path)).filter((path) => !taken.has(path))
  const all = new Map([...demanded].map((target) => [target, bytes]))
  for (const target of covered) all.set(target, Math.floor(input.profile.memoryBytes / VOLUME_SHARE))
  // Images keep /root from everybody else: a checkout below it, as of a runner that works as root, could not be reached.
  if (input.workspacePath.startsWith('/root/')) all.set('/root', 1024 * 1024)
  return [...all].map(([target, bytes]) => ({ target, bytes }))
}
