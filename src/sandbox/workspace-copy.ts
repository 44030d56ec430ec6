import type { UserIds } from '../domain/profile.ts'
import { LAYER } from './keeper.ts'
import { tarCheckout } from './checkout-tar.ts'
import type { MadeWorkspace, WorkspaceContext } from './workspace-overlay.ts'

const TREE = 'tree'

/** The checkout as a tar stream into the layer's volume: works with an engine that sees nothing of the runner's files. */
export async function copyCheckout(
  context: WorkspaceContext,
  owner: UserIds | null,
  reason: string,
): Promise<MadeWorkspace> {
  const { port, checkout, keeper, layerPath } = context
  port.progress(`copying the checkout: ${reason}`)
  // From the root, for the engine refuses links that lead out of the folder that an archive is unpacked in.
  const tar = tarCheckout(port.programs, checkout, `${LAYER.slice(1)}/${TREE}`, owner)
  try {
    const [notes] = await Promise.all([tar.done, port.engine.putArchive(keeper, '/', tar.stream)])
    const mount = { type: 'bind', source: `${layerPath}/${TREE}` } as const
    return { overlay: null, reason, notes: notes.slice(0, 20), mount, keeper, keeperPath: `${LAYER}/${TREE}` }
  } finally {
    tar.kill()
  }
}
