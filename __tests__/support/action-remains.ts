import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, ask, mustAsk } from '../../scripts/lib/engine-api.mjs'

const LABEL = 'confine.run'
/** Larger files are full of holes, and known by their size and time. */
const MOST_HASHED = 64 * 1024 * 1024

export const engine = addressOf(process.env['DOCKER_HOST'])

interface Labelled {
  readonly Labels?: Readonly<Record<string, string>> | null
}

interface Remnant {
  readonly kind: 'container' | 'volume' | 'network'
  readonly name: string
}

/** What the engine holds of a workflow run: containers, volumes and networks that carry its label, by name. */
export async function leftOnEngine(runId: string): Promise<readonly Remnant[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [LABEL] }))
  const get = async (path: string): Promise<unknown> => JSON.parse(await mustAsk(engine, 'GET', path))
  const containers = (await get(`/containers/json?all=1&filters=${filters}`)) as (Labelled & { Id: string })[]
  const volumes = (await get(`/volumes?filters=${filters}`)) as { Volumes: (Labelled & { Name: string })[] | null }
  const networks = (await get(`/networks?filters=${filters}`)) as (Labelled & { Name: string })[]
  const ours = ({ Labels }: Labelled): boolean => Labels?.[LABEL]?.startsWith(`${runId}-`) ?? false
  const left = [
    ...containers.filter(ours).map(({ Id }) => ({ kind: 'container', name: Id }) as const),
    ...(volumes.Volumes ?? []).filter(ours).map(({ Name }) => ({ kind: 'volume', name: Name }) as const),
    ...networks.filter(ours).map(({ Name }) => ({ kind: 'network', name: Name }) as const),
  ]
  // The engine lists its volumes in no order at all.
  return left.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** For a test that is red already: its remnants shall not make others red. */
export async function removeFromEngine(runId: string): Promise<void> {
  for (const { kind, name } of await leftOnEngine(runId)) await ask(engine, 'DELETE', `/${kind}s/${name}?force=1`)
}

/** Confine's own files in the runner's temp folder; report.json is meant to stay. */
export function leftInTemp(temp: string): readonly string[] {
  return readdirSync(temp).filter((name) => name.startsWith('confine-') && !name.startsWith('confine-report'))
}

/** One line for each entry of a tree: kind, rights, owner, time and content. Equal lists are equal trees. */
export function inventory(root: string): readonly string[] {
  const lines: string[] = []
  // Names are bytes: Latin-1 keeps those that are no UTF-8.
  const visit = (path: string): void => {
    const place = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])
    const stat = lstatSync(place, { bigint: true })
    const about = [stat.mode.toString(8), stat.uid, stat.gid, stat.mtimeNs, stat.ino]
    lines.push([path, ...about, contentOf(place, stat)].join(' '))
    if (stat.isDirectory()) for (const name of readdirSync(place, 'latin1').sort()) visit(join(path, name))
  }
  visit('.')
  return lines
}

function contentOf(path: Buffer, stat: BigIntStats): string {
  if (stat.isSymbolicLink()) return readlinkSync(path, 'latin1')
  if (stat.size > MOST_HASHED) return `${String(stat.size)} ${String(stat.blocks)}`
  return stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
}
