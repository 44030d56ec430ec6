import { asArray, asRecord } from '../domain/decode.ts'

/** Lists to which the engine adds what the image says: each demanded member must be there. */
const GROWING = new Set(['Env'])

/**
 * Compares a create request with the inspect answer, field by field: what was sent must come back the same. Fields that
 * were not sent are not compared. Gives the paths that differ.
 */
export function diffDemand(sent: unknown, inspected: unknown): readonly string[] {
  const { HostConfig: hostConfig, Image: image, ...config } = asRecord(sent)
  const all = asRecord(inspected)
  return [
    ...differences('Config', config, all['Config']),
    ...differences('HostConfig', hostConfig, all['HostConfig']),
    ...(typeof image === 'string' && asRecord(all['Config'])['Image'] === image ? [] : ['Config.Image']),
  ]
}

function differences(path: string, sent: unknown, got: unknown): readonly string[] {
  if (Array.isArray(sent)) return sameList(path, sent, got) ? [] : [path]
  if (typeof sent === 'object' && sent !== null) {
    const fields = asRecord(got)
    return Object.entries(sent).flatMap(([name, value]) => differences(`${path}.${name}`, value, fields[name]))
  }
  // Go leaves a false out of its answers (`omitempty`).
  return Object.is(sent, got) || (sent === false && got === undefined) ? [] : [path]
}

function sameList(path: string, sent: readonly unknown[], got: unknown): boolean {
  const list = asArray(got)
  const member = (wanted: unknown, found: unknown): boolean => differences('', wanted, found).length === 0
  if (GROWING.has(path.split('.').at(-1) ?? ''))
    return sent.every((wanted) => list.some((found) => member(wanted, found)))
  return sent.length === list.length && sent.every((wanted, n) => member(wanted, list[n]))
}
