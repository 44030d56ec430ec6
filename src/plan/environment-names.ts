import { isNormalAbsolute, isWithin } from './places.ts'

export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/

interface Refusal {
  readonly names: RegExp
  readonly because: string
}

const REFUSALS: readonly Refusal[] = [
  {
    names: /^(?:ACTIONS_|INPUT_|STATE_)|^GITHUB_TOKEN$/,
    because: "it carries the job's own tokens, inputs or state, which never enter",
  },
  {
    names: /^(?:GITHUB_|RUNNER_|GIT_CONFIG_)|^(?:CI|HOME|USER|LOGNAME|HOSTNAME)$/,
    because: 'Confine sets it',
  },
  {
    // The probe is a shell: what these name would be loaded or run by it, before the confinement is proven.
    names: /^(?:LD_|GCONV_PATH$)|^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|GLIBC_TUNABLES)$/,
    because: 'the shell that proves the confinement would act on it; set it in the command instead',
  },
]

/** Why a variable of this name can't be given to steps, or `null`. */
export function refusalOf(name: string): string | null {
  return REFUSALS.find((refusal) => refusal.names.test(name))?.because ?? null
}

/**
 * PATH may be set, for toolchains that are mounted. A folder of the checkout on it would let the branch stand in for the
 * programs that the probe calls.
 */
export function isSafePath(value: string, checkout: string | null): boolean {
  return value.split(':').every((entry) => {
    return isNormalAbsolute(entry) && (checkout === null || !isWithin(entry, checkout))
  })
}
