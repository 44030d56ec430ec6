import { spawn } from 'node:child_process'

export interface Ended {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Both streams as they came: the runner reads them into one log. */
  readonly log: string
}

/** A process while it runs. */
export interface Running {
  readonly pid: number
  readonly log: () => string
  /** Resolves as soon as the log matches; rejects when the process ends before. */
  readonly seen: (pattern: RegExp) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

/** Starts a program with exactly this environment. */
export function start(command: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Running {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  const watchers = new Set<() => void>()
  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    for (const look of watchers) look()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const log = (): string => Buffer.concat(chunks).toString('utf8')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => {
      resolve({ exitCode, signal, log: log() })
    })
  })
  const seen = async (pattern: RegExp): Promise<void> => {
    const found = new Promise<boolean>((resolve) => {
      const look = (): void => {
        if (!pattern.test(log())) return
        watchers.delete(look)
        resolve(true)
      }
      watchers.add(look)
      look()
    })
    if (!(await Promise.race([found, ended.then(() => pattern.test(log()))])))
      throw new Error(`the process ended without ${String(pattern)}:\n${log()}`)
  }
  if (child.pid === undefined) return { pid: 0, log, seen, kill: () => undefined, ended }
  return { pid: child.pid, log, seen, kill: (signal) => void child.kill(signal), ended }
}
