import { createHash } from 'node:crypto'
import type { ArgumentTest } from './seccomp-arguments.ts'
import { GUARDS } from './seccomp-guards.ts'
import { ABSENT, ALLOWED } from './seccomp-syscalls.ts'

/** Error numbers of the kernel, the same on x86-64 and aarch64 (asm-generic/errno.h). */
const EPERM = 1
const EMLINK = 31
const ENOSYS = 38
const EOPNOTSUPP = 95

/** FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE (linux/falloc.h): the one kind of fallocate(2) that frees space. */
const PUNCH_HOLE = 3

/**
 * `kill` with this signal number answers with an error that no kernel gives for `kill` (kill(2): EINVAL, EPERM, ESRCH);
 * with its neighbour it answers as ever. So a shell's `kill` tells from inside that this very filter is loaded.
 *
 * The signal is one that neither a C library keeps for itself (glibc 32 and 33, musl 32 to 34), nor a runtime uses, nor
 * systemd gives a meaning. The text is the same in glibc and in musl.
 */
export const WATERMARK: { readonly signal: number; readonly neighbour: number; readonly answers: readonly string[] } = {
  signal: 46,
  neighbour: 47,
  answers: ['Too many links'],
}

interface Rule {
  readonly names: readonly string[]
  readonly action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  readonly errnoRet?: number
  readonly args?: readonly ArgumentTest[]
  readonly excludes?: { readonly arches: readonly string[] }
}

/**
 * No two rules with different actions may hold for the same call: libseccomp does not promise which of them wins, and a
 * rule without arguments drowns all others of its call. `kill` is therefore allowed for every other signal only.
 */
function rules(): readonly Rule[] {
  const signal = { index: 1, value: WATERMARK.signal, valueTwo: 0 } as const
  const mode = { index: 1, value: PUNCH_HOLE, valueTwo: 0 } as const
  return [
    { names: ALLOWED, action: 'SCMP_ACT_ALLOW' },
    ...GUARDS.flatMap(({ name, alternatives, notOn }) =>
      alternatives.map((args): Rule => {
        const rule: Rule = { names: [name], action: 'SCMP_ACT_ALLOW', args }
        return notOn === undefined ? rule : { ...rule, excludes: { arches: notOn } }
      }),
    ),
    { names: ABSENT, action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    // It takes a whole disk in one call, before any watch of its free space can look. Some file systems lack it: libraries
    // write instead.
    { names: ['fallocate'], action: 'SCMP_ACT_ALLOW', args: [{ ...mode, op: 'SCMP_CMP_EQ' }] },
    { names: ['fallocate'], action: 'SCMP_ACT_ERRNO', errnoRet: EOPNOTSUPP, args: [{ ...mode, op: 'SCMP_CMP_NE' }] },
    { names: ['kill'], action: 'SCMP_ACT_ALLOW', args: [{ ...signal, op: 'SCMP_CMP_NE' }] },
    { names: ['kill'], action: 'SCMP_ACT_ERRNO', errnoRet: EMLINK, args: [{ ...signal, op: 'SCMP_CMP_EQ' }] },
  ]
}

/**
 * Confine's own filter of system calls as JSON text in the engine's format (docs.docker.com/engine/security/seccomp),
 * to be passed as it is: `seccomp=TEXT` among the security options. It replaces the engine's own profile.
 *
 * No architecture has a second one beside it: a program for 32 bits is ended by SIGSYS at its first call.
 */
export const SECCOMP_PROFILE: string = JSON.stringify({
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: EPERM,
  archMap: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'].map((architecture) => ({ architecture, subArchitectures: [] })),
  syscalls: rules(),
})

/** `sha256:` and the digest of the profile's text, in hexadecimal. */
export const SECCOMP_DIGEST: string = `sha256:${createHash('sha256').update(SECCOMP_PROFILE).digest('hex')}`
