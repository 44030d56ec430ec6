import { posix } from 'node:path'
import { isWithin, HOME_INSIDE } from '../plan/places.ts'
import type { StepFacts } from '../domain/step-facts.ts'
import type { Hint } from './hints.ts'

const WRITABLE = ['/tmp', HOME_INSIDE, '/dev/shm']
const REFUSED = /read-only file system|EROFS|permission denied|EACCES/i
/** One variable and its name (execve(2), MAX_ARG_STRLEN). */
const LARGEST_VARIABLE = 131_072

/** What the image sets and neither the input nor the step does. */
function imageVariables({ imageEnv, profile, step }: StepFacts): ReadonlyMap<string, string> {
  const set = new Map(imageEnv.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^[^=]*=?/, '')]))
  for (const name of ['HOME', ...Object.keys(profile.env), ...Object.keys(step.env)]) set.delete(name)
  return set
}

const readOnlyFolder: Hint = (facts) => {
  if (facts.outcome.kind !== 'failed') return null
  const { step } = facts
  const refusals = facts.tail.split('\n').filter((line) => REFUSED.test(line))
  for (const [name, value] of imageVariables(facts)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || !/^(?:\/[\w.+@-]+)+\/?$/.test(value)) continue
    if (WRITABLE.some((folder) => isWithin(value, folder))) continue
    // A command that names the folder itself goes there whatever the variable says.
    if (mentions(step.run, value)) continue
    if (!refusals.some((line) => mentions(line, value)) && !isRefusedAbove(refusals, name, value, facts)) continue
    const instead = name === 'TMPDIR' ? '/tmp' : `/tmp/${name.toLowerCase()}`
    return `The image sets ${name} to ${value}, where a step can't write. Set it with env: ${name}=${instead}.`
  }
  return null
}

/** Compared as they are: a folder that an image chose is no pattern. */
const IN_QUOTES = /(?<=['"‘`])[^'"‘’`]*(?=['"’`])/g

/** `mkdir -p` names the first folder that it can't make, which may lie above: `/root` of `/root/.cache/pip`. */
function isRefusedAbove(refusals: readonly string[], name: string, value: string, { step, tail }: StepFacts): boolean {
  if (!new RegExp(`\\$\\{?${name}\\b`).test(step.run) && !mentions(tail, value)) return false
  const above: string[] = []
  for (let folder = posix.dirname(value); folder !== '/'; folder = posix.dirname(folder)) above.push(folder)
  return refusals.some((line) => line.match(IN_QUOTES)?.some((place) => above.includes(place)))
}

/** The folder itself or something in it, and no other whose name begins alike. */
function mentions(line: string, folder: string): boolean {
  const rest = line.split(folder.replace(/\/$/, '')).slice(1)
  return rest.some((text) => !/^[\w.+@-]/.test(text))
}

const emptyPath: Hint = (facts) => {
  const { outcome } = facts
  if (outcome.kind !== 'failed' || outcome.exitCode !== 127 || imageVariables(facts).get('PATH') !== '') return null
  return 'The image sets an empty PATH, so no program is found by its name. Set PATH with env, or mend the image.'
}

const tooLarge: Hint = ({ outcome, imageEnv }) => {
  if (outcome.kind !== 'not-confined' || !/argument list too long/i.test(outcome.reason)) return null
  const sizes = imageEnv.map((line) => Buffer.byteLength(line) + 1)
  const [all, largest] = [sizes.reduce((sum, size) => sum + size, 0), Math.max(0, ...sizes)]
  const which = largest > LARGEST_VARIABLE ? `, one of them ${String(largest)}` : ''
  return `The kernel starts no program with an environment that large: the image's variables take ${String(all)} bytes${which}. One may take 131,072, all of them about 2 MB: put them into a file.`
}

/** What the image's own settings bring about. */
export const imageHints: readonly Hint[] = [readOnlyFolder, emptyPath, tooLarge]
