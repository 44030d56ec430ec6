import { HOME_INSIDE } from './places.ts'

/** The runner's folders that a mount's source may neither be, nor hold, nor lie in: control sockets, secrets, the kernel. */
export const CLOSED_SOURCES = [
  '/boot',
  '/dev',
  '/etc/docker',
  '/etc/shadow',
  '/etc/ssh',
  '/proc',
  '/run',
  '/sys',
  '/var/lib/containerd',
  '/var/lib/docker',
  '/var/run',
] as const

/** Below the runner's HOME: where tools keep credentials. */
export const CREDENTIAL_PLACES = [
  '.aws',
  '.azure',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.config/gcloud',
  '.config/gh',
  '.config/git',
  '.docker',
  '.git-credentials',
  '.gitconfig',
  '.gnupg',
  '.kube',
  '.m2/settings.xml',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.ssh',
] as const

/** Inside: where the shell that proves the confinement comes from, and what Confine or the engine puts there itself. */
export const CLOSED_TARGETS = [
  HOME_INSIDE,
  '/bin',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/tmp',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libexec',
  '/usr/sbin',
  '/var/run',
] as const
