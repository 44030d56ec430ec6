import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { GateReader } from '../../src/sandbox/gate-reader.ts'
import { LastWordReader } from '../../src/sandbox/last-word.ts'
import { WATERMARK } from '../../src/sandbox/seccomp-profile.ts'
import { PROBE } from './docker.ts'
import { TempFolder } from './git.ts'

/** Every sort of shell that an image may have as /bin/sh. One that is not installed is an error: nothing is skipped. */
const SHELLS = { dash: '/usr/bin/dash', ash: '/bin/busybox', bash: '/bin/bash' } as const

export type ShellName = keyof typeof SHELLS
export const SHELL_NAMES = Object.keys(SHELLS) as readonly ShellName[]

export interface ProbeRun {
  /** Exit code as the shell's parent sees it; `null` after a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** What the probe said between its markers; `null` when it did not come to its end. */
  readonly facts: readonly string[] | null
  /** Standard output after the end marker, but for the last word. */
  readonly stdout: string
  /** The last word. */
  readonly said: number | null
  readonly stderr: string
}

export interface ProbeArguments {
  readonly run: string
  /** Working directory and workspace. */
  readonly workspace: string
  readonly directory?: string
  readonly shell?: 'auto' | 'bash' | 'sh'
  readonly input?: 'none' | 'given'
  /** That must be masked or read-only where they are. */
  readonly paths?: readonly string[]
  /** All that is written to the standard input; the right release word by default. */
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
  /** What stands for a file or folder of the kernel's, by its path. */
  readonly places?: Readonly<Record<string, string>>
}

export const NONCE = 'abcdef0123456789'
export const WORD = '0123456789abcdef'

/**
 * Runs the probe file under one shell, with the words that `containerRequest` gives it. A link called `sh` stands for
 * /bin/sh, as in an image that has only that shell; what comes back names it /bin/sh again.
 */
export async function runProbe(name: ShellName, given: ProbeArguments): Promise<ProbeRun> {
  const program = SHELLS[name]
  accessSync(program, constants.X_OK)
  await using folder = new TempFolder()
  const sh = join(folder.path, 'sh')
  symlinkSync(program, sh)
  const { workspace, directory = workspace, shell = 'auto', input = 'none', stdin = `${WORD}\n`, run } = given
  const sought = [WATERMARK.signal, WATERMARK.neighbour, ...(given.paths ?? [])].map(String)
  const words = [NONCE, WORD, workspace, directory, shell, input, run, ...sought]
  const env = { HOME: workspace, PATH: '/usr/bin:/bin', ...given.env }
  const places = Object.entries({ '/bin/sh': sh, ...given.places })
  const text = places.reduce((probe, [path, place]) => probe.replaceAll(path, place), PROBE)
  const child = spawn(sh, ['-c', text, 'confine', ...words], { cwd: '/', env })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  child.stdin.on('error', () => undefined) // a shell that refuses does not read on
  child.stdin.end(stdin)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString().replaceAll(sh, '/bin/sh')
  const reader = new GateReader(NONCE)
  const over = new LastWordReader(NONCE)
  const stdout = over.push(reader.push(Buffer.from(textOf(out)))).toString()
  return { code, signal, facts: reader.lines, stdout, said: over.code, stderr: textOf(err) }
}

/** A folder of programs that holds these and no others, for a PATH. */
export function pathWith(folder: string, programs: readonly string[]): string {
  const place = join(folder, 'programs')
  mkdirSync(place, { recursive: true })
  for (const program of programs) symlinkSync(program, join(place, program.split('/').at(-1) ?? ''))
  return place
}
