// @ts-check
const started = Date.now()

/**
 * One line on what happens now, with the seconds since the start: long steps are told before they begin.
 *
 * @param {string} line
 */
export function say(line) {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`[${seconds}s] ${line}\n`)
}
