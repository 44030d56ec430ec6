/**
 * What a terminal takes as a command (ECMA-48, and xterm's strings), in its 7-bit and its 8-bit form. Strings (OSC with
 * titles and links, DCS, SOS, PM, APC) go with their content, but never past a line end: one that isn't closed must not
 * hide the lines after it. Each branch reads on without going back, so that hostile text costs linear time.
 */
/* eslint-disable no-control-regex -- controls are what is looked for */
const STRING = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\r\n]*(?:\x07|\x1b\\|\x9c)?/
const CONTROL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/
const SHORT_ESCAPE = /\x1b[ -/]*[0-~]/

/* eslint-enable no-control-regex */

const TERMINAL_COMMAND = new RegExp(`${STRING.source}|${CONTROL_SEQUENCE.source}|${SHORT_ESCAPE.source}`, 'g')

/** Text without colours, cursor moves, titles and links. Bytes that look like a command only afterwards are left. */
export function stripTerminalCommands(text: string): string {
  return text.replace(TERMINAL_COMMAND, '')
}

/** Ranges of terminal commands in a text, as [start, end) in UTF-16 units. */
export function terminalCommands(text: string): (readonly [number, number])[] {
  return Array.from(text.matchAll(TERMINAL_COMMAND), (match) => [match.index, match.index + match[0].length] as const)
}

/**
 * A carriage return inside of a line starts it afresh: only the last version is what a person saw in the end. How many
 * were overwritten is said, for text can be hidden that way. Those at the end of a line overwrite nothing.
 */
export function settleCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text
  return text.split('\n').map(settleLine).join('\n')
}

function settleLine(line: string): string {
  const versions = line.split('\r').filter((version) => version !== '')
  const last = versions.at(-1) ?? ''
  return versions.length < 2 ? last : `[CR×${String(versions.length - 1)}] ${last}`
}
