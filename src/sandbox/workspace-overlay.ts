import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemandedMount, DemandedOverlay } from '../domain/demand.ts'
import { EngineError } from './engine.ts'
import type { Engine } from './engine.ts'
import { firstFew } from '../domain/units.ts'
import { quoted } from '../plan/printable.ts'
import { innerMounts } from './inner-mounts.ts'
import { createKeeper, readArchived, readInKeeper } from './keeper.ts'
import type { WorkspacePort } from './workspace.ts'

export interface WorkspaceContext {
  readonly port: WorkspacePort
  readonly checkout: string
  /** Keeper that mounts the layer's volume. */
  readonly keeper: string
  /** Path of that volume on the engine's host. */
  readonly layerPath: string
}

export interface MadeWorkspace {
  /** `null` for a copy. */
  readonly overlay: DemandedOverlay | null
  readonly reason: string
  readonly notes: readonly string[]
  /** Without its target, which is the checkout's own path. */
  readonly mount: Pick<DemandedMount, 'type' | 'source'>
  /** Keeper through which the workspace can be written, and where it sees it. */
  readonly keeper: string
  readonly keeperPath: string
}

const NONCE_TARGET = '/confine-nonce'
const FOLDER_NOT_SHARED = 'the engine does not see the folders of this job'

/**
 * The checkout as the lower directory of an overlay that the engine mounts: nothing is copied, and nothing that a step
 * writes reaches the host's files. Says why when it can't be had.
 */
export async function tryOverlay(context: WorkspaceContext): Promise<MadeWorkspace | { readonly failed: string }> {
  const { port, checkout } = context
  const shared = join(port.tempDir, 'shared')
  // Colons split lower directories, commas split options, backslashes escape (Documentation/filesystems/overlayfs).
  if (/[:,\\\n]/.test(shared + context.layerPath))
    return { failed: 'a path holds a character that mount options can not carry' }
  const mounts = innerMounts(checkout)
  if (mounts.length > 0)
    return { failed: `something is mounted in the checkout: ${firstFew(mounts.map((path) => quoted(path)))}` }
  const nonce = randomBytes(16).toString('hex')
  await mkdir(shared, { recursive: true })
  await writeFile(join(shared, 'nonce'), nonce)
  // The checkout's own path may hold such characters: the engine gets a link to it.
  await symlink(checkout, join(shared, 'checkout'))
  const overlay = { lower: join(shared, 'checkout'), upper: `${context.layerPath}/upper` }
  const options = [
    `lowerdir=${overlay.lower}`,
    `upperdir=${overlay.upper}`,
    `workdir=${context.layerPath}/work`,
    // Without it, rename(2) of a folder of the checkout fails with EXDEV.
    'redirect_dir=on',
  ].join(',')
  const source = `${port.prefix}-workspace`
  try {
    await port.engine.createVolume({
      Name: source,
      Driver: 'local',
      DriverOpts: { type: 'overlay', device: 'overlay', o: options },
      Labels: port.labels,
    })
    const keeper = await createKeeper(port, [
      { type: 'volume', source, target: checkout, readOnly: false },
      { type: 'bind', source: shared, target: NONCE_TARGET, readOnly: true },
    ])
    // Confine's own file: it need not be looked at first, and a call that has a body says what is wrong with the mount.
    const seen = await readArchived(port.engine, keeper, `${NONCE_TARGET}/nonce`)
    if (seen !== nonce) return { failed: FOLDER_NOT_SHARED }
    if (!(await sameCheckout(port.engine, keeper, checkout)))
      return { failed: 'the engine sees another checkout at this path' }
    const reason = 'the engine sees the checkout: nothing was copied'
    return { overlay, reason, notes: [], mount: { type: 'volume', source }, keeper, keeperPath: checkout }
  } catch (error) {
    if (error instanceof EngineError && error.status !== null) return { failed: whyNot(error) }
    throw error
  }
}

function whyNot(error: EngineError): string {
  return /bind source path does not exist|no such file/i.test(error.message) ? FOLDER_NOT_SHARED : error.message
}

/**
 * A nonce in the runner's temp folder shows that this folder is shared, not yet that the checkout is: its git folder must
 * look the same through the engine, down to the nanosecond at which its index was written.
 */
async function sameCheckout(engine: Engine, keeper: string, checkout: string): Promise<boolean> {
  const git = join(checkout, '.git')
  const stats = await lstat(git)
  const isFolder = stats.isDirectory()
  const pointer = isFolder ? join(git, 'HEAD') : git
  // A link is known by its length and the nanosecond at which it was made.
  const isSame =
    stats.isSymbolicLink() || (await readInKeeper(engine, keeper, pointer)) === (await readFile(pointer, 'utf8'))
  if (!isSame) return false
  const dated = isFolder ? join(git, 'index') : git
  const here = await lstat(dated, { bigint: true }).catch(() => null)
  const there = await engine.statPath(keeper, dated)
  if (here === null || there === null) return here === null && there === null
  return BigInt(there.size) === here.size && nanoseconds(there.mtime) === here.mtimeNs
}

function nanoseconds(time: string): bigint | null {
  const match = /^(.*?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time)
  if (match === null) return null
  const seconds = Date.parse(`${match[1] ?? ''}${match[3] ?? ''}`) / 1000
  if (!Number.isInteger(seconds)) return null
  return BigInt(seconds) * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'))
}
