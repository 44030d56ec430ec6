import { mkdtempSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the same look shows in a container on the engine's own settings: that a step sees less is then no accident. */
export function unconfined(image: 'busybox' | 'debian' | 'node', command: string): string {
  // An empty configuration: the client would else read the caller's, with its proxies.
  const config = mkdtempSync(join(tmpdir(), 'confine-control-'))
  try {
    const args = ['run', '--rm', '--label', 'confine.test=1', `confine-test/${image}:latest`, 'sh', '-c', command]
    const env = {
      PATH: process.env['PATH'] ?? '',
      DOCKER_CONFIG: config,
      DOCKER_HOST: process.env['DOCKER_HOST'] ?? '',
    }
    return execFileSync('docker', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
  } finally {
    rmSync(config, { recursive: true, force: true })
  }
}
