import type { Report } from '../../src/report/schema.ts'
import { HOSTILE } from './hostile-text.ts'

type Weaknesses = NonNullable<Report['engine']>['knownWeaknesses']

/** Worded and sized as the table words them, whatever is in it by now. */
export const WEAKNESSES = {
  asOf: '2026-03-01',
  basis: 'Matched by version number alone. A distribution may have mended it under the same number.',
  found: [
    {
      id: 'CVE-2025-31133',
      title: 'Masking of files in /proc can be turned into a writable mount of another one',
      component: 'runc',
      version: '1.2.5-0ubuntu1~24.04.1',
      fixedIn: ['1.2.8', '1.3.3', '1.4.0-rc.3'],
      url: 'https://github.com/opencontainers/runc/security/advisories/GHSA-9493-h29p-rfm2',
      handling: 'mitigated',
      note: 'A mask that is missing keeps the step from starting. This build has a suffix of its own: it may have been mended.',
    },
    {
      id: 'CVE-2026-41567',
      title: "A compressed archive is unpacked by a program of the container's, as root of the host",
      component: 'engine',
      version: '28.0.4',
      fixedIn: ['29.5.1'],
      url: 'https://github.com/moby/moby/security/advisories/GHSA-x86f-5xw2-fm2r',
      handling: 'avoided',
      note: 'Archives are never sent compressed.',
    },
  ],
  untold: [],
} as const

/** The same, with changes. */
export function weaknesses(more: Partial<Weaknesses>): Weaknesses {
  const found = WEAKNESSES.found.map((one) => ({ ...one, fixedIn: [...one.fixedIn] }))
  return { ...WEAKNESSES, found, untold: [], ...more }
}

/** A report whose engine has them. */
export function withWeaknesses(report: Report, more: Partial<Weaknesses>): Report {
  return { ...report, engine: report.engine && { ...report.engine, knownWeaknesses: weaknesses(more) } }
}

/** What an engine says of its versions is foreign text, and goes into the report. */
export function hostileWeaknesses(): Partial<Weaknesses> {
  const { found } = weaknesses({})
  const [first] = found
  if (first === undefined) throw new Error('no weakness to change')
  return {
    found: [...found, { ...first, id: HOSTILE, title: HOSTILE, version: HOSTILE, fixedIn: [HOSTILE], note: HOSTILE }],
    untold: [{ component: 'runtime', why: HOSTILE }],
  }
}
