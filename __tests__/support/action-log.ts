/** One command that the runner would have obeyed. */
export interface LogCommand {
  readonly command: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

export interface ReadLog {
  readonly commands: readonly LogCommand[]
  /** The lines that are shown, in their order, masked values replaced. */
  readonly shown: readonly string[]
  /** A stop token that was still in force at the end. */
  readonly stopped: boolean
}

/** What the runner knows (actions/runner, ActionCommandManager.cs and its extensions). */
const REGISTERED = [
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'internal-set-repo-path',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]

/** .NET compares by culture: for it, these are not there at all. */
const WITHOUT_WIDTH = /[\p{Cf}\p{Mn}\p{Me}\0]/gu

/** Reads a log as the runner does, line by line: which commands act, and what a person sees. */
export function readLog(log: string): ReadLog {
  const commands: LogCommand[] = []
  const shown: string[] = []
  const masks: string[] = []
  let token: string | null = null
  // .NET's ReadLine ends a line at LF, CR and CRLF alike.
  for (const line of log.split(/\r\n|\n|\r/)) {
    const known: ReadonlySet<string> = new Set(token === null ? REGISTERED : [...REGISTERED, token])
    const compared = line.replaceAll(WITHOUT_WIDTH, '')
    const found: LogCommand | null = parseV2(compared, known) ?? parseV1(compared, known)
    if (found !== null && token !== null && found.command === token) token = null
    else if (found === null || token !== null) shown.push(mask(line, masks))
    else {
      commands.push(found)
      if (found.command === 'stop-commands') token = found.data
      if (found.command === 'add-mask') masks.push(found.data)
    }
  }
  return { commands, shown, stopped: token !== null }
}

function mask(line: string, masks: readonly string[]): string {
  return masks.reduce((text, secret) => text.replaceAll(secret, '***'), line)
}

/** `::name key=value,key=value::data`, with blanks in front at most (ActionCommand.cs, TryParseV2). */
function parseV2(line: string, known: ReadonlySet<string>): LogCommand | null {
  const text = line.replace(/^[\s\u0085]+/, '')
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1
  if (end < 0) return null
  const data = text.slice(end + 2)
  return assemble(
    text.slice(2, end),
    data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%'),
    known,
  )
}

/** `##[name key=value;key=value]data` at any place of the line (TryParse). */
function parseV1(line: string, known: ReadonlySet<string>): LogCommand | null {
  const begin = line.indexOf('##[')
  const end = begin < 0 ? -1 : line.indexOf(']', begin)
  return end < 0 ? null : assemble(line.slice(begin + 3, end), line.slice(end + 1), known)
}

function assemble(info: string, data: string, known: ReadonlySet<string>): LogCommand | null {
  const [command = ''] = info.split(' ', 1)
  if (!known.has(command)) return null
  const pairs = info
    .slice(command.length)
    .split(/[,;]/)
    .map((pair) => pair.trim().split(/=(.*)/s, 2))
  const properties = Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair.length === 2))
  return { command, properties, data }
}
