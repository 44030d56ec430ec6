// @ts-check
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The unit tests of the judging code: whole folders, and single files of others. */
const FOLDERS = ['domain', 'posture']
const FILES = {
  sandbox: ['gate-reader', 'last-word', 'demuxer', 'bounded-output', 'utf8-aligner', 'within', 'step-stream'],
  report: ['redact'],
  plan: ['host-places', 'host-tree', 'mounts', 'steps'],
}

/** @param {string} root of the project @returns {string[]} absolute paths, sorted */
export function testFiles(root) {
  const unit = join(root, '__tests__/unit')
  const whole = FOLDERS.flatMap((folder) =>
    readdirSync(join(unit, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(unit, folder, name)),
  )
  const single = Object.entries(FILES).flatMap(([folder, names]) =>
    names.map((name) => join(unit, folder, `${name}.test.ts`)),
  )
  return [...whole.filter((path) => path.endsWith('.test.ts')), ...single].sort()
}
