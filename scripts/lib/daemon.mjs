// @ts-check
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from './engine-api.mjs'
import { asRoot, hasCommand, must, PATH, run } from './run.mjs'
import { say } from './say.mjs'

const PATIENCE_MS = 120_000
/** What dockerd keeps, by flag and name in the folder. */
const PATHS = { '--config-file': 'daemon.json', '--data-root': 'data', '--exec-root': 'exec', '--pidfile': 'pid' }

/**
 * Starts a dockerd of our own. All that it writes is in one folder of its own, so that ending it leaves nothing; its
 * configuration is there too, and the machine's is not read.
 *
 * @param {{ socketPath: string, flags?: readonly string[], configuration?: object }} options
 * @returns {Promise<{ pid: number, stop: () => Promise<void> }>}
 * @throws {Error} with the end of its log, when it dies or doesn't answer in two minutes
 */
export async function startDaemon({ socketPath, flags = [], configuration = {} }) {
  const folder = mkdtempSync('/var/tmp/confine-engine-')
  writeFileSync(join(folder, 'daemon.json'), JSON.stringify(configuration))
  const hadBridge = existsSync('/sys/class/net/docker0')
  const child = launch(folder, socketPath, flags)
  const stop = () => stopDaemon({ child, folder, socketPath, hadBridge })
  for (const deadline = Date.now() + PATIENCE_MS; !(await answers({ socketPath })); await sleep(500)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) continue
    const log = readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(-20).join('\n')
    await stop()
    throw new Error(`dockerd did not come up:\n${log}`)
  }
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  say(`dockerd answers (process ${pid})`)
  return { pid, stop }
}

/** @param {string} folder @param {string} socketPath @param {readonly string[]} flags */
function launch(folder, socketPath, flags) {
  // Root reaches the socket as it is; anybody else through a group of theirs.
  const group = process.getuid?.() === 0 ? [] : ['--group', String(process.getgid?.())]
  const paths = Object.entries(PATHS).flatMap(([flag, name]) => [flag, join(folder, name)])
  const [command, args] = asRoot(['dockerd', '-H', `unix://${socketPath}`, ...group, ...paths, ...flags])
  const log = openSync(join(folder, 'log'), 'a')
  // A group of its own: Ctrl-C must not reach it before the clean-up has used it.
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, env: { ...process.env, PATH } })
  child.once('error', (error) => say(`dockerd: ${error.message}`))
  closeSync(log)
  return child
}

/** @param {{ child: import('node:child_process').ChildProcess, folder: string, socketPath: string, hadBridge: boolean }} running */
async function stopDaemon({ child, folder, socketPath, hadBridge }) {
  const pidFile = join(folder, 'pid')
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // Under sudo the child is sudo, so the daemon's own record says whom to end.
    const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : String(child.pid)
    await run(...asRoot(['kill', '-TERM', pid]), { output: 'back' })
    const inTime = await Promise.race([ended.then(() => true), sleep(PATIENCE_MS, false, { ref: false })])
    if (!inTime) throw new Error(`dockerd (process ${pid}) does not end; its files stay in ${folder}`)
  }
  // dockerd leaves its own network namespace mounted.
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  const ours = mounts.filter((place) => place.startsWith(`${folder}/`)).reverse()
  if (ours.length > 0) await must(...asRoot(['umount', ...ours]), { output: 'back' })
  await must(...asRoot(['rm', '-rf', '--one-file-system', folder, socketPath]), { output: 'back' })
  if (!hadBridge) await removeBridge()
}

/** Unless another dockerd has come up meanwhile and uses it. */
async function removeBridge() {
  if (!existsSync('/sys/class/net/docker0') || !hasCommand('ip')) return
  if ((await run('pgrep', ['-x', 'dockerd'], { output: 'back' })).ended !== 'exit 1') return
  await run(...asRoot(['ip', 'link', 'delete', 'docker0']), { output: 'back' })
}
