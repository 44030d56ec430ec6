import { readFileSync } from 'node:fs'

/**
 * What was written to GITHUB_OUTPUT or GITHUB_STATE, read as the runner reads it (actions/runner, FileCommandManager.cs):
 * `name<<delimiter`, lines, `delimiter`; a later value of a name wins.
 */
export function readKeyValues(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n')
  const values: Record<string, string> = {}
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? []
    if (name === undefined || delimiter === undefined) throw new Error(`the runner could not read "${line}"`)
    const end = lines.indexOf(delimiter, at + 1)
    if (end < 0) throw new Error(`the value of ${name} has no end`)
    values[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return values
}
