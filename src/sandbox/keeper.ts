import type { DemandedMount } from '../domain/demand.ts'
import { messageOf } from '../domain/errors.ts'
import { mountRequest } from './container-request.ts'
import { EngineError } from './engine.ts'
import type { Engine } from './engine.ts'
import { readSingleFile } from './tar.ts'

/** Where a keeper sees the volume that holds the layer. */
export const LAYER = '/confine-layer'
const MAX_FILE_BYTES = 4 * 1024 * 1024

export interface KeeperPort {
  readonly engine: Engine
  readonly imageId: string
  readonly labels: Readonly<Record<string, string>>
}

/**
 * A container that is created and never started: through it the archive endpoint reaches into volumes without any code
 * running. The known faults of that endpoint need a live process in the container (CVE-2026-42306).
 */
export async function createKeeper(port: KeeperPort, mounts: readonly DemandedMount[]): Promise<string> {
  const created = await port.engine.createContainer({
    Image: port.imageId,
    Entrypoint: ['/confine-keeper-is-never-started'],
    Cmd: [],
    // The engine makes the image's own at once, and fails where a file is in its place.
    WorkingDir: '/',
    Labels: port.labels,
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      NetworkMode: 'none',
      CapDrop: ['ALL'],
      LogConfig: { Type: 'none', Config: {} },
      Mounts: mounts.map(mountRequest),
    },
  })
  return created.id
}

/** Text of a regular file in a keeper, `null` when there is none of a sane size. A link is not followed. */
export async function readInKeeper(
  engine: Pick<Engine, 'getArchive' | 'statPath'>,
  keeper: string,
  path: string,
): Promise<string | null> {
  const stat = await engine.statPath(keeper, path)
  return stat?.kind === 'file' && stat.size <= MAX_FILE_BYTES ? readArchived(engine, keeper, path) : null
}

/** The same of what is known to be a file: of a pipe, the engine would not answer, nor let go of the keeper. */
export async function readArchived(
  engine: Pick<Engine, 'getArchive'>,
  keeper: string,
  path: string,
): Promise<string | null> {
  const archive = await engine.getArchive(keeper, path)
  if (archive === null) return null
  const call = 'get archive'
  try {
    const bytes = await readSingleFile(archive, MAX_FILE_BYTES)
    return bytes === null ? null : bytes.toString('utf8')
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw new EngineError(call, null, `the archive can not be read: ${messageOf(error)}`, { cause: error })
  } finally {
    archive.destroy()
  }
}
