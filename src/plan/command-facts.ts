import type { Stats } from 'node:fs'
import { posix } from 'node:path'
import type { CommandFacts } from '../domain/step-facts.ts'
import type { Step } from '../domain/step.ts'
import { type CommandFile, commandFile } from './command-file.ts'
import { readHead } from './file-head.ts'
import { lookInside } from './inside.ts'

const HEAD_BYTES = 4096
const ANY_EXECUTE = 0o111

/** What there is to know when there is no file. */
const NO_FILE = { executable: false, firstLine: '', carriageReturns: false, cpu: null } as const

/**
 * Looks at the file that a step's command starts with; `null` where it starts otherwise or the file can't be looked at.
 * Before the first step only: later the file inside may be another one. Never throws, never reads outside of `checkout`,
 * which is absolute and without links.
 */
export function commandFacts(checkout: string, { run, workingDirectory }: Step): CommandFacts | null {
  const named = commandFile(run)
  if (named === null) return null
  try {
    return look(checkout, posix.resolve(checkout, workingDirectory, named.path), named)
  } catch {
    return null // No permission to look: nothing is known, and nothing said.
  }
}

function look(checkout: string, place: string, { bare, ...named }: CommandFile): CommandFacts | null {
  const inside = lookInside(checkout, place)
  if (bare) {
    const isFile = inside.kind === 'there' && inside.stats.isFile()
    return isFile ? { ...named, found: 'beside', ...NO_FILE } : null
  }
  if (inside.kind !== 'there') return { ...named, found: inside.kind, ...NO_FILE }
  const { real, stats } = inside
  if (stats.isDirectory()) return { ...named, found: 'folder', ...NO_FILE }
  if (!stats.isFile()) return { ...named, found: 'other', ...NO_FILE }
  const head = headOf(real, stats)
  const end = head.indexOf('\n') + 1
  const lines = head.toString('latin1', end)
  return {
    ...named,
    found: 'file',
    executable: (stats.mode & ANY_EXECUTE) !== 0,
    firstLine: head.toString('latin1', 0, end === 0 ? head.length : end),
    carriageReturns: end !== 0 && lines.includes('\r\n'),
    cpu: elfCpu(head),
  }
}

/** The path was looked at part by part: what stands there meanwhile is not taken for it. */
function headOf(path: string, seen: Stats): Buffer {
  const { stats, bytes } = readHead(path, HEAD_BYTES)
  if (stats.dev !== seen.dev || stats.ino !== seen.ino) throw new Error('another file than was seen')
  return bytes
}

/** `e_machine` of little-endian ELF files (elf(5), elf.h), by the names that images use. */
const MACHINES: ReadonlyMap<number, string> = new Map([
  [3, '386'],
  [21, 'ppc64le'],
  [40, 'arm'],
  [62, 'amd64'],
  [183, 'arm64'],
  [243, 'riscv64'],
])
const MACHINE_AT = 18

function elfCpu(head: Buffer): string | null {
  if (head.length < MACHINE_AT + 2 || head.toString('latin1', 0, 4) !== '\x7fELF') return null
  const bigEndian = head[5] === 2
  const machine = bigEndian ? head.readUInt16BE(MACHINE_AT) : head.readUInt16LE(MACHINE_AT)
  return (bigEndian && machine === 22 ? 's390x' : MACHINES.get(machine)) ?? `machine ${String(machine)}`
}
