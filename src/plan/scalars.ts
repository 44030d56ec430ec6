import type { Problems } from './problems.ts'

/** One input as it came, with the place to report to. */
export interface Given {
  /** Name of the input, or path of a key: `steps[2].timeout-minutes`. */
  readonly input: string
  readonly text: string
  readonly problems: Problems
}

/** setTimeout fires at once beyond 2^31-1 ms (nodejs.org, "Timers"): the longest whole number of minutes below that. */
export const LONGEST_TIMEOUT_MINUTES = 35_791
const SHORTEST_TIMEOUT_MINUTES = 0.01
const MS_PER_MINUTE = 60_000

/** The spellings of YAML 1.2's core schema, as `getBooleanInput` of `@actions/core` takes them. */
export const YES = ['true', 'True', 'TRUE'] as const
export const NO = ['false', 'False', 'FALSE'] as const

export function parseBoolean(given: Given): boolean | null {
  const choice = parseChoice(given, [...YES, ...NO])
  return choice === null ? null : YES.some((yes) => yes === choice)
}

export function parseChoice<T extends string>({ input, text, problems }: Given, choices: readonly T[]): T | null {
  const chosen = choices.find((choice) => choice === text.trim())
  return chosen ?? problems.addValue(input, `one of ${choices.join(', ')}`, text)
}

export function parseInteger(given: Given, lowest: number, highest: number): number | null {
  const { input, text, problems } = given
  const value = /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : NaN
  if (value >= lowest && value <= highest) return value
  return problems.addValue(input, `a whole number from ${String(lowest)} to ${String(highest)}`, text)
}

/** CPUs with up to three decimals, as the engine counts them in billionths. */
export function parseCpus({ input, text, problems }: Given): number | null {
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(text.trim()) ? Number(text.trim()) : NaN
  if (value >= 0.01 && value <= 1024) return value
  return problems.addValue(input, 'a number from 0.01 to 1024 with at most three decimals', text)
}

/** Minutes, decimals allowed, to milliseconds. */
export function parseTimeout({ input, text, problems }: Given): number | null {
  const minutes = /^\d{1,6}(\.\d{1,6})?$/.test(text.trim()) ? Number(text.trim()) : NaN
  if (minutes >= SHORTEST_TIMEOUT_MINUTES && minutes <= LONGEST_TIMEOUT_MINUTES) {
    return Math.round(minutes * MS_PER_MINUTE)
  }
  const range = `${String(SHORTEST_TIMEOUT_MINUTES)} to ${String(LONGEST_TIMEOUT_MINUTES)}`
  return problems.addValue(input, `minutes from ${range}`, text)
}
