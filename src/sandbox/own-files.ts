import type { DemandedMount } from '../domain/demand.ts'
import type { AccountFiles } from './accounts.ts'
import type { TarEntry } from './tar.ts'

/** Name of every step's container. */
export const HOSTNAME = 'confine'

/**
 * What names of machines lead to: the container itself, by both versions of the protocol, and a resolver that refuses at
 * once, for nothing listens there (hosts(5), resolv.conf(5)). The engine writes such files only for containers with its
 * own networking, which steps do without.
 */
const NAMES = {
  hosts: `127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n127.0.0.1\t${HOSTNAME}\n`,
  'resolv.conf': 'nameserver 127.0.0.1\n',
}

/** Where Confine's own files lie in every step's container. */
export const OWN_FILES = ['passwd', 'group', ...Object.keys(NAMES)].map((name) => `/etc/${name}`)

/** These files, and their folder, for the root of the layer's volume. */
export function ownFileEntries({ passwd, group }: AccountFiles, mtime: Date): readonly TarEntry[] {
  const rootOwned = { uid: 0, gid: 0, mtime }
  const contents = Object.entries({ passwd, group, ...NAMES })
  return [
    { name: 'etc', type: 'directory', content: Buffer.alloc(0), mode: 0o755, ...rootOwned },
    ...contents.map(([name, content]): TarEntry => {
      return { name: `etc/${name}`, type: 'file', content: Buffer.from(content), mode: 0o644, ...rootOwned }
    }),
  ]
}

/** @param layerPath folder of the layer's volume on the engine's machine */
export function ownFileMounts(layerPath: string): readonly DemandedMount[] {
  return OWN_FILES.map((target) => ({
    type: 'bind',
    source: `${layerPath}${target}`,
    target,
    readOnly: true,
    // The engine insists on it within its own folder.
    propagation: 'rslave',
  }))
}
