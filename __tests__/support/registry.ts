import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const LOGIN = { username: 'confine', password: 'pull-secret' } as const
/** bcrypt of the password above: the only form that the registry takes. */
const HTPASSWD = 'confine:$2y$05$vQ63ORJtGGAEFcQ1b4MCoe7EUqgg3U59tNYwbGv5siR/HoQUoFkXe\n'

export interface Registry extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string
  /** Folder with what `docker login` stores, for DOCKER_CONFIG. */
  readonly loggedIn: string
  /** The same of somebody who never logged in. */
  readonly stranger: string
  /** Puts an image of the engine into the registry as `name`, and takes that name off the engine again. */
  push(image: string, name: string): string
}

/** A real registry that asks for a login, on loopback (Debian's docker-registry). */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'confine-registry-'))
  const host = `127.0.0.1:${String(await freePort())}`
  const loggedIn = mkdtempSync(join(folder, 'login-'))
  const stranger = mkdtempSync(join(folder, 'none-'))
  writeFileSync(join(folder, 'htpasswd'), HTPASSWD)
  const config = {
    version: '0.1',
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: host },
    auth: { htpasswd: { realm: 'confine-test', path: join(folder, 'htpasswd') } },
  }
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yml'), JSON.stringify(config))
  const server = spawn('docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' })
  const gone = new Promise<void>((resolve) =>
    server.once('close', () => {
      resolve()
    }),
  )
  const docker = (...args: string[]): string =>
    execFileSync('docker', ['--config', loggedIn, ...args], { encoding: 'utf8' })
  await answers(host)
  execFileSync('docker', ['--config', loggedIn, 'login', '-u', LOGIN.username, '--password-stdin', host], {
    input: LOGIN.password,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return {
    host,
    loggedIn,
    stranger,
    push(image, name) {
      const reference = `${host}/${name}`
      docker('tag', image, reference)
      docker('push', '-q', reference)
      const digest = docker('inspect', '--format', '{{index .RepoDigests 0}}', reference).trim().replace(/^.*@/, '')
      docker('rmi', reference)
      return digest
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function answers(host: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const status = await fetch(`http://${host}/v2/`).then(
      (answer) => answer.status,
      () => null,
    )
    if (status === 401) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the registry does not answer')
}
