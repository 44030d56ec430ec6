import { lstat } from 'node:fs/promises'
import type { DemandedMount, DemandedOverlay } from '../domain/demand.ts'
import { asRecord, asString } from '../domain/decode.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'
import { quoted } from '../plan/printable.ts'
import type { CredentialScan } from '../domain/evidence.ts'
import type { UserIds } from '../domain/profile.ts'
import type { Programs } from '../plan/programs.ts'
import type { AccountFiles } from './accounts.ts'
import { accountFiles } from './accounts.ts'
import type { Engine } from './engine.ts'
import type { ScrubPort } from './git-credentials.ts'
import { scrubCheckout } from './git-credentials.ts'
import { readImageFile } from './image-files.ts'
import { judgeImage, type JudgedImage } from './image-judge.ts'
import { imagePlaces, refuseInCheckout } from './image-places.ts'
import { lookInto, type Look } from './image-way.ts'
import { createKeeper, LAYER } from './keeper.ts'
import { ownFileEntries, ownFileMounts } from './own-files.ts'
import { packTar } from './tar.ts'
import type { TarEntry } from './tar.ts'
import { tryOverlay } from './workspace-overlay.ts'
import { copyCheckout } from './workspace-copy.ts'

export interface WorkspacePort extends ScrubPort {
  readonly engine: Engine
  readonly imageId: string
  readonly labels: Readonly<Record<string, string>>
  /** Prefix of every name that is made on the engine, unique for the run. */
  readonly prefix: string
  readonly programs: Programs
  /** Values that no step may read, whatever file of the checkout they stand in. */
  readonly secrets: readonly string[]
  readonly progress: (line: string) => void
}

export interface WorkspaceRequest {
  readonly image: JudgedImage
  readonly checkout: string
  readonly home: string
  /** Every place in the image at which something will be mounted. */
  readonly targets: readonly string[]
  /** What the plan says; `null` is the owner of the checkout. */
  readonly user: UserIds | null
  /** Of the checkout as it lies on this machine. */
  readonly freshIndex: boolean
}

/** The copy-on-write view of the checkout that steps see, and what is known of how it came about. */
export interface Workspace {
  readonly method: 'overlay' | 'copy'
  readonly overlay: DemandedOverlay | null
  readonly reason: string
  readonly notes: readonly string[]
  /** Of the image, on what it looks for in the checkout. */
  readonly imageNote: string | null
  readonly mount: DemandedMount
  /** Of Confine's own files below `/etc`. */
  readonly ownFileMounts: readonly DemandedMount[]
  /** Folder of the layer's volume on the engine's machine. */
  readonly layerPath: string
  /** Name of the volume of which that is the path. */
  readonly layerVolume: string
  /** Where the image's links lead mounts to: what was asked for, by the place where it comes to lie. */
  readonly places: ReadonlyMap<string, string>
  readonly user: UserIds
  readonly userSource: string
  readonly userName: string
  readonly credentialScan: CredentialScan
  /** What git's index knows of the files (inodes, owners, times) is true of what steps see. It never is of a copy. */
  readonly freshIndex: boolean
}

/** Where a checkout that belongs to root is copied to: the first account of most distributions, and no one's on a runner. */
const FALLBACK_USER: UserIds = { uid: 1000, gid: 1000 }

export async function provisionWorkspace(port: WorkspacePort, request: WorkspaceRequest): Promise<Workspace> {
  try {
    return await provision(port, request)
  } catch (error) {
    if (error instanceof ConfineError) throw error
    throw new ConfineError('workspace', wordsOf(error), { cause: error })
  }
}

/** Node names a path in single quotes, which a name that a branch chose may end. */
function wordsOf(error: unknown): string {
  const path = asString(asRecord(error)['path'])
  const words = messageOf(error)
  return path === null ? words : words.replaceAll(`'${path}'`, quoted(path))
}

async function provision(port: WorkspacePort, request: WorkspaceRequest): Promise<Workspace> {
  const scrub = scrubCheckout(port, request.checkout, port.secrets)
  scrub.catch(() => undefined) // awaited below; the engine's part runs beside it
  const { user, source, foreign } = await chooseUser(request)
  const layerVolume = `${port.prefix}-layer`
  const layer = await port.engine.createVolume({ Name: layerVolume, Labels: port.labels })
  const volume = { type: 'volume', source: layerVolume, target: LAYER, readOnly: false } as const
  const keeper = await createKeeper(port, [volume])
  const look = lookInto(port.engine, keeper)
  const [places, imageNote] = await Promise.all([
    imagePlaces(look, request.targets),
    judgeImage(port.engine, keeper, look, request),
  ])
  refuseInCheckout(request.checkout, request.targets, places)
  const accounts = await imageAccounts(port.engine, keeper, look, user, request.home)
  const owner = await lstat(request.checkout)
  const root = { mode: owner.mode & 0o7777, uid: owner.uid, gid: owner.gid, mtime: owner.mtime }
  await port.engine.putArchive(
    keeper,
    LAYER,
    packTar([...ownFileEntries(accounts, owner.mtime), ...overlayFolders(root)]),
  )

  const context = { port, checkout: request.checkout, keeper, layerPath: layer.mountpoint }
  const overlay = foreign === null ? await tryOverlay(context) : { failed: foreign }
  const made =
    'failed' in overlay ? await copyCheckout(context, foreign === null ? null : user, overlay.failed) : overlay
  const { scan, replacements } = await scrub
  if (replacements.length > 0) {
    const entries = foreign === null ? replacements : replacements.map((entry) => ({ ...entry, ...user }))
    await port.engine.putArchive(made.keeper, made.keeperPath, packTar(entries))
  }
  await Promise.all([...new Set([keeper, made.keeper])].map((id) => port.engine.remove('container', id)))
  return {
    method: made.overlay === null ? 'copy' : 'overlay',
    overlay: made.overlay,
    reason: made.reason,
    notes: made.notes,
    imageNote,
    mount: {
      ...made.mount,
      target: request.checkout,
      readOnly: false,
      ...(made.mount.type === 'bind' ? { propagation: 'rslave' as const } : {}),
    },
    ownFileMounts: ownFileMounts(layer.mountpoint),
    layerPath: layer.mountpoint,
    layerVolume,
    places,
    user,
    userSource: source,
    userName: accounts.userName,
    credentialScan: scan,
    freshIndex: request.freshIndex && made.overlay !== null,
  }
}

async function chooseUser(
  request: WorkspaceRequest,
): Promise<{ user: UserIds; source: string; foreign: string | null }> {
  if (request.user !== null) return { user: request.user, source: 'input user', foreign: null }
  const { uid, gid } = await lstat(request.checkout)
  if (uid !== 0) return { user: { uid, gid: gid === 0 ? uid : gid }, source: 'owner of the checkout', foreign: null }
  const foreign = 'the checkout belongs to root, and steps never run as root: a copy that belongs to 1000:1000 is used'
  return { user: FALLBACK_USER, source: 'the owner of the checkout is root', foreign }
}

async function imageAccounts(
  engine: Engine,
  keeper: string,
  look: Look,
  user: UserIds,
  home: string,
): Promise<AccountFiles> {
  const passwd = await readImageFile(engine, keeper, look, '/etc/passwd')
  const group = await readImageFile(engine, keeper, look, '/etc/group')
  return accountFiles({ passwd, group }, user, home)
}

type Owner = Pick<TarEntry, 'mode' | 'uid' | 'gid' | 'mtime'>

function overlayFolders(root: Owner): readonly TarEntry[] {
  const empty = Buffer.alloc(0)
  return [
    { name: 'upper', type: 'directory', content: empty, ...root },
    { name: 'work', type: 'directory', content: empty, ...root },
  ]
}
