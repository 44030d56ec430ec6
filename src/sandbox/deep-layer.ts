import type { UserIds } from '../domain/profile.ts'
import type { Engine } from './engine.ts'
import { LAYER } from './keeper.ts'
import { SECCOMP_PROFILE } from './seccomp-profile.ts'
import { within } from './within.ts'

const LONGEST_MS = 120_000
/** Folders below this one are moved up: of names as long as they can be, a path of so many is still one (PATH_MAX). */
const DEPTH = 9
const MOST_ROUNDS = 100_000

/**
 * An engine removes a tree with one open file for each level, so that one of tens of thousands of levels stays. GNU
 * chmod and rm take it whole. Others give up at the length of a path: for them it is cut into pieces, which the engine can remove.
 */
const SCRIPT = `
cd ${LAYER} || exit 1
chmod -R u+rwx ./* 2>/dev/null
rm -rf ./*/* ./*/.[!.]* ./*/..?* 2>/dev/null
round=0
set -- ./*
while [ "$round" -lt ${String(MOST_ROUNDS)} ]; do
  round=$((round + 1))
  export round
  find "$@" -maxdepth ${String(DEPTH)} -type d ! -perm -700 -exec chmod u+rwx {} ';' 2>/dev/null
  find "$@" -mindepth ${String(DEPTH)} -maxdepth ${String(DEPTH)} -type d -exec sh -c '
    top=\${1#./}
    piece=./\${top%%/*}/.confine-$round/$$
    mkdir -p "$piece" && mv "$1" "$piece/"
  ' sh {} ';' 2>/dev/null
  # Only what was moved is looked through again.
  set -- ./*/.confine-"$round"
  [ -d "$1" ] || exit 0
done
exit 1
`

export interface DeepLayer {
  readonly imageId: string
  readonly labels: Readonly<Record<string, string>>
  /** The volume that holds what steps wrote. */
  readonly volume: string
  readonly user: UserIds
  readonly memoryBytes: number
}

/**
 * Makes what steps wrote such that the engine can remove it: by programs of the image, with a step's rights, in a
 * container that sees nothing but the layer. Rejects with an error when that can't be run, or takes too long.
 */
export async function flattenLayer(engine: Engine, layer: DeepLayer): Promise<void> {
  const { id } = await engine.createContainer(flattenRequest(layer))
  const stop = new AbortController()
  const late = () => new Error('the layer could not be cut into pieces in two minutes')
  try {
    const exit = engine.wait(id, stop.signal)
    await engine.start(id)
    await within(exit, LONGEST_MS, late)
  } finally {
    stop.abort()
    await engine.remove('container', id)
  }
}

function flattenRequest({ imageId, labels, volume, user, memoryBytes }: DeepLayer): object {
  return {
    Image: imageId,
    NetworkDisabled: true,
    User: `${String(user.uid)}:${String(user.gid)}`,
    WorkingDir: '/',
    Entrypoint: ['/bin/sh'],
    Cmd: ['-c', SCRIPT],
    Labels: labels,
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true', `seccomp=${SECCOMP_PROFILE}`],
      PidsLimit: 64,
      Memory: memoryBytes,
      MemorySwap: memoryBytes,
      LogConfig: { Type: 'none', Config: {} },
      Mounts: [{ Type: 'volume', Source: volume, Target: LAYER }],
    },
  }
}
