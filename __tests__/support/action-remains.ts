import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, mustAsk } from '../../scripts/lib/engine-api.mjs'

const LABEL = 'confine.run'

export const engine = addressOf(process.env['DOCKER_HOST'])

interface Labelled {
  readonly Labels?: Readonly<Record<string, string>> | null
}

/** What the engine holds of a workflow run: containers, volumes and networks that carry its label. */
export async function leftOnEngine(runId: string): Promise<readonly string[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [LABEL] }))
  const ask = async (path: string): Promise<unknown> => JSON.parse(await mustAsk(engine, 'GET', path))
  const containers = (await ask(`/containers/json?all=1&filters=${filters}`)) as (Labelled & { Names: string[] })[]
  const volumes = (await ask(`/volumes?filters=${filters}`)) as { Volumes: (Labelled & { Name: string })[] | null }
  const networks = (await ask(`/networks?filters=${filters}`)) as (Labelled & { Name: string })[]
  const ours = ({ Labels }: Labelled): boolean => Labels?.[LABEL]?.startsWith(`${runId}-`) ?? false
  return [
    ...containers.filter(ours).map(({ Names }) => `container ${Names.join(' ')}`),
    ...(volumes.Volumes ?? []).filter(ours).map(({ Name }) => `volume ${Name}`),
    ...networks.filter(ours).map(({ Name }) => `network ${Name}`),
  ]
}

/** Confine's own files in the runner's temp folder; report.json is meant to stay. */
export function leftInTemp(temp: string): readonly string[] {
  return readdirSync(temp).filter((name) => name.startsWith('confine-') && !name.startsWith('confine-report'))
}

/** One line for each entry of a tree: kind, rights, owner, time and content. Equal lists are equal trees. */
export function inventory(root: string): readonly string[] {
  const lines: string[] = []
  const visit = (path: string): void => {
    const stat = lstatSync(join(root, path), { bigint: true })
    const about = [stat.mode.toString(8), stat.uid, stat.gid, stat.mtimeNs, stat.ino]
    lines.push([path, ...about, contentOf(join(root, path), stat)].join(' '))
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(join(path, name))
  }
  visit('.')
  return lines
}

function contentOf(path: string, stat: { isFile(): boolean; isSymbolicLink(): boolean }): string {
  if (stat.isSymbolicLink()) return readlinkSync(path)
  return stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
}
