import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadedImage } from './action-image.ts'

type Image = 'busybox' | 'debian' | 'node'

const LABEL = 'confine.test=1'

/** The client with none of the caller's settings, so no proxies of theirs. */
function docker(args: readonly string[]): string {
  const config = mkdtempSync(join(tmpdir(), 'confine-hostile-'))
  try {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DOCKER_CONFIG: config,
      DOCKER_HOST: process.env['DOCKER_HOST'] ?? '',
    }
    return execFileSync('docker', [...args], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
  } finally {
    rmSync(config, { recursive: true, force: true })
  }
}

/** One of the test images after a command that root ran in it; gone with `using`. */
export function deriveImage(from: Image, name: string, command: string): LoadedImage {
  const reference = `confine-test/hostile-${name}:${String(process.pid)}`
  const container = `confine-hostile-${name}-${String(process.pid)}`
  const run = ['run', '--name', container, '--label', LABEL, '--network', 'none', `confine-test/${from}:latest`]
  try {
    docker([...run, 'sh', '-ec', command])
    docker(['commit', '--change', `LABEL ${LABEL}`, container, reference])
  } finally {
    docker(['rm', '--force', container])
  }
  return { reference, [Symbol.dispose]: () => void docker(['image', 'rm', reference]) }
}

/** What the same command does in a container with these options instead of Confine's: never with a network. */
export function loosened(image: string, options: readonly string[], command: string): string {
  return docker(['run', '--rm', '--label', LABEL, '--network', 'none', ...options, image, 'sh', '-c', command])
}

/** A container that nobody starts, or a volume or a network, as an earlier step of the job may have left it. */
export function leaveBehind(kind: 'container' | 'volume' | 'network', name: string, label: string): Disposable {
  const labels = ['--label', LABEL, '--label', label]
  if (kind === 'container') docker(['create', '--name', name, ...labels, 'confine-test/busybox:latest', 'true'])
  else docker([kind, 'create', ...(kind === 'network' ? ['--internal'] : []), ...labels, name])
  return { [Symbol.dispose]: () => void docker([kind, 'rm', name]) }
}

/** A container of the image that nobody starts, with the volumes that the image declares, wherever its WORKDIR is. */
export function neverStarted(image: string): Disposable & { readonly id: string } {
  const id = docker(['create', '--network', 'none', '--workdir', '/', '--label', LABEL, image, 'true']).trim()
  return { id, [Symbol.dispose]: () => void docker(['rm', '--volumes', id]) }
}

/** How the engine describes it. */
export function inspected(kind: 'container' | 'volume' | 'network', name: string): string {
  return docker([kind, 'inspect', name])
}
