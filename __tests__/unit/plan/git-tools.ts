import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type GitTools } from '../../../src/plan/git.ts'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { commandRunner } from '../../../src/runtime/command.ts'
import { type TempFolder } from '../../support/git.ts'

/** The real git of this machine. Its temp folder is `tmp` of the given one. */
export function gitTools(temp: TempFolder, env: Readonly<Record<string, string>> = {}): GitTools {
  const facts = hostFacts()
  const job = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...env }
  const tempDir = join(temp.path, 'tmp')
  mkdirSync(tempDir, { recursive: true })
  return { run: commandRunner(job.PATH, join(temp.path, 'repo'), facts), facts, env: job, tempDir }
}
