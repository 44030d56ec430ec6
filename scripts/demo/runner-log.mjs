// @ts-check
import { bold, dim, harmless, red } from './terminal.mjs'

/** Workflow commands that an action may use on purpose; anything else obeyed here was smuggled in. */
const EXPECTED = ['add-mask', 'group', 'endgroup', 'stop-commands', 'error', 'warning', 'notice']
const V2 = /^\s*::([\w-]+)(?: [^:]*)?::(.*)$/
const V1 = /##\[([\w-]+)[^\]]*\](.*)/

/**
 * Shows a log as the runner of GitHub Actions does: obeys workflow commands, until one of them says to stop, and hides
 * what was masked (docs.github.com, "Workflow commands").
 *
 * @param {(line: string) => void} show
 */
export function createRunnerLog(show) {
  /** @type {string[]} */
  const masks = []
  /** @type {string[]} */
  const smuggled = []
  let stopped = ''
  let inGroup = false

  const shown = (/** @type {string} */ text) =>
    harmless(masks.reduce((rest, secret) => rest.replaceAll(secret, '***'), text))

  /** @param {string} command @param {string} text */
  function obey(command, text) {
    if (!EXPECTED.includes(command)) smuggled.push(`${command} ${text}`.trim())
    if (command === 'add-mask') masks.push(text)
    if (command === 'stop-commands') stopped = text
    if (command === 'group') show(bold(`▾ ${shown(text)}`))
    if (command === 'group' || command === 'endgroup') inGroup = command === 'group'
    if (command === 'error' || command === 'warning') show(red(`${command}: ${shown(text)}`))
  }

  /** @param {string} line */
  function take(line) {
    if (stopped !== '') {
      if (line === `::${stopped}::`) stopped = ''
      else show(`  ${dim('│')} ${shown(line)}`)
      return
    }
    const [, command, text = ''] = V2.exec(line) ?? V1.exec(line) ?? []
    if (command !== undefined) obey(command, text)
    else if (line !== '' || inGroup) show(shown(line))
  }

  return { take, smuggled: /** @type {readonly string[]} */ (smuggled) }
}
