import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { type HostFacts, isWithin, realPlace } from './places.ts'
import type { Given } from './scalars.ts'

export interface ReportPlaces {
  readonly tempDir: string
  readonly workspace: string
  readonly checkout: string
  readonly facts: HostFacts
}

const EXPECTED = "a file in the runner's temp folder, or in the workspace outside of the checkout"

/** Absolute path of report.json. Relative ones start at the workspace. The checkout stays as it is, so not there. */
export function parseReportPath({ input, text, problems }: Given, places: ReportPlaces): string | null {
  const wrong = (expected: string): null => problems.addValue(input, expected, text)
  const { tempDir, workspace, checkout, facts } = places
  if (text.includes('\0')) return wrong('no NUL byte')
  const place = posix.resolve(workspace, text.trim())
  const folder = realPlace(posix.dirname(place), facts)
  if (folder === null || facts.look(folder).kind === 'file') return wrong(`${EXPECTED}, reached through folders`)
  const real = posix.join(folder, posix.basename(place))
  const roots = [tempDir, workspace].map((root) => realPlace(root, facts) ?? root)
  if (!roots.some((root) => real !== root && isWithin(real, root)) || isWithin(real, checkout)) return wrong(EXPECTED)
  // An existing link there would be written through.
  const sight = facts.look(real)
  const free = sight.kind === 'absent' || (sight.kind === 'file' && sight.real === real)
  return free ? real : wrong(`${EXPECTED}, not a folder or a link`)
}

/** A name of its own for each instance, the same in every run. */
export function defaultReportPath(tempDir: string, name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return posix.join(tempDir, ['confine-report', slug, digest].filter((part) => part !== '').join('-') + '.json')
}
