import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRecord, asString } from '../domain/decode.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Programs } from '../plan/programs.ts'
import { collect } from './collect.ts'
import { configDirectory } from './docker-context.ts'
import type { RegistryLogin } from './engine.ts'
import { within } from './within.ts'

/** Key under which Docker Hub's login is stored (docker/cli, cli/config). */
const HUB_KEY = 'https://index.docker.io/v1/'
const HELPER_MS = 20_000
const HELPER_BYTES = 64 * 1024

type Environment = Readonly<Record<string, string | undefined>>

/** What `docker login` stored for a registry, in the file or behind a credential helper; `null` when nothing is. */
export async function findLogin(registry: string, env: Environment, programs: Programs): Promise<RegistryLogin | null> {
  const config = asRecord(readConfig(join(configDirectory(env), 'config.json')))
  const key = registry === 'docker.io' ? HUB_KEY : registry
  const helper = asString(asRecord(config['credHelpers'])[key]) ?? asString(config['credsStore'])
  if (helper !== null && helper !== '') return fromHelper(helper, key, env, programs)
  return fromFile(asRecord(asRecord(config['auths'])[key]), key)
}

function readConfig(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return null // nobody logged in
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfineError('image', `the login file of Docker is not JSON: ${path}`, { cause: error })
  }
}

function fromFile(entry: Readonly<Record<string, unknown>>, key: string): RegistryLogin | null {
  const identitytoken = asString(entry['identitytoken'])
  const decoded = Buffer.from(asString(entry['auth']) ?? '', 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1 && identitytoken === null) return null
  const username = colon < 1 ? '' : decoded.slice(0, colon)
  const password = colon < 1 ? '' : decoded.slice(colon + 1)
  return { username, password, serveraddress: key, ...(identitytoken === null ? {} : { identitytoken }) }
}

/** Protocol of docker-credential-helpers: the key on stdin of `docker-credential-NAME get`, JSON on stdout. */
async function fromHelper(
  helper: string,
  key: string,
  env: Environment,
  programs: Programs,
): Promise<RegistryLogin | null> {
  if (!/^[A-Za-z0-9._-]+$/.test(helper)) throw new ConfineError('image', `odd credential helper name: ${helper}`)
  const name = `docker-credential-${helper}`
  const program = programs.find(name)
  if (program === null) throw new ConfineError('image', `${name}, which the login file names, is not on the PATH`)
  const child = spawn(program, ['get'], { stdio: ['pipe', 'pipe', 'ignore'], env: helperEnvironment(env, programs) })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  child.stdin.on('error', () => undefined) // a helper that reads nothing says so by its exit code
  child.stdin.end(key)
  try {
    const late = () => new Error('no answer in time')
    const [text, code] = await within(Promise.all([collect(child.stdout, HELPER_BYTES), exit]), HELPER_MS, late)
    if (code !== 0) return null // "credentials not found in native keychain" is an exit code of 1
    return decodeHelper(asRecord(JSON.parse(text.toString('utf8'))), key)
  } catch (error) {
    throw new ConfineError('image', `${name}: ${messageOf(error)}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
  }
}

/** Cloud helpers need their own variables; none needs those that hold the job's tokens. */
function helperEnvironment(env: Environment, programs: Programs): Environment {
  const kept = Object.entries(env).filter(([name]) => !/^(?:INPUT|ACTIONS|GITHUB|RUNNER|STATE)_/i.test(name))
  return { ...Object.fromEntries(kept), PATH: programs.path }
}

function decodeHelper(answer: Readonly<Record<string, unknown>>, key: string): RegistryLogin | null {
  const username = asString(answer['Username'])
  const password = asString(answer['Secret'])
  if (username === null || password === null) return null
  // The protocol marks an identity token by this user name.
  if (username === '<token>') return { username: '', password: '', serveraddress: key, identitytoken: password }
  return { username, password, serveraddress: key }
}
