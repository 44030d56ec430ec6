import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { HANDLINGS, WEAK_COMPONENTS } from '../../../src/domain/weakness.ts'
import { parseCalendarVersion, parseVersion } from '../../../src/posture/component-version.ts'
import { weaknessesOf, weaknessRefusal } from '../../../src/posture/known-weaknesses.ts'
import { WEAKNESSES, WEAKNESSES_AS_OF } from '../../../src/posture/weakness-table.ts'

/** An engine that nothing is known against. */
const NEWEST = { engine: '29.9.0', containerd: 'v2.3.6', runc: '1.5.3' }

function engine(components: Record<string, string>, defaultRuntime = 'runc') {
  return { components: { ...NEWEST, ...components }, defaultRuntime }
}

function without(name: keyof typeof NEWEST) {
  return {
    components: Object.fromEntries(Object.entries(NEWEST).filter(([key]) => key !== name)),
    defaultRuntime: 'runc',
  }
}

function idsOf(components: Record<string, string>): string[] {
  const { found, untold } = weaknessesOf(engine(components))
  expect(untold).toEqual([])
  return found.map(({ id }) => id).sort()
}

describe('the table', () => {
  test('says the day it was made', () => {
    expect(WEAKNESSES_AS_OF).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('names no weakness of a component twice', () => {
    const names = WEAKNESSES.map(({ id, component }) => `${component} ${id}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(WEAKNESSES.map(({ component }) => component))).toEqual(new Set(WEAK_COMPONENTS))
  })

  test.each(WEAKNESSES.map((weakness) => [weakness.id, weakness] as const))('%s can be matched and read', (_, one) => {
    const parse = one.component === 'runsc' ? parseCalendarVersion : parseVersion
    const numbers = [...one.fixedIn, ...(one.since === null ? [] : [one.since])]
    expect(one.fixedIn.length).toBeGreaterThan(0)
    expect(numbers.filter((text) => parse(text)?.suffixed !== false)).toEqual([])
    expect(one.id).toMatch(/^(?:CVE-20\d\d-\d{4,6}|GHSA(?:-[0-9a-z]{4}){3}|moby#\d+)$/)
    expect(one.url).toMatch(/^https:\/\/(?:github\.com|nvd\.nist\.gov)\/[\w/.-]+$/)
    expect(one.title).toMatch(/^[^|`\n]{20,120}$/)
    expect(one.note).toMatch(/^[^|`\n]{20,260}\.$/)
  })

  test('has a release of every component that nothing is known against', () => {
    expect(weaknessesOf(engine({}))).toMatchObject({ found: [], untold: [] })
    expect(weaknessesOf(engine({ runsc: 'release-20261116.0' }, 'runsc'))).toMatchObject({ found: [], untold: [] })
  })
})

describe('runc', () => {
  const TRIO = ['CVE-2025-31133', 'CVE-2025-52565', 'CVE-2025-52881']

  test.each([
    ['1.5.0', []],
    ['1.5.0-rc.2', ['CVE-2026-41579']],
    ['1.4.3', []],
    ['1.4.0-rc.3', ['CVE-2026-41579']],
    ['1.4.0-rc.2', [...TRIO, 'CVE-2026-41579']],
    ['1.3.3', ['CVE-2026-41579']],
    ['1.3.2', [...TRIO, 'CVE-2026-41579']],
    ['1.2.8', ['CVE-2026-41579']],
    ['1.2.8~rc1', [...TRIO, 'CVE-2026-41579']],
    ['1.1.15', [...TRIO, 'CVE-2026-41579']],
    ['1.1.13', ['CVE-2024-45310', ...TRIO, 'CVE-2026-41579']],
  ])('%s', (version, ids) => {
    expect(idsOf({ runc: version })).toEqual(ids)
  })

  test('a weakness that came in with a release is not one of those before', () => {
    expect(idsOf({ runc: '1.0.0-rc92' })).not.toContain('CVE-2024-21626')
    expect(idsOf({ runc: '1.0.0-rc93' })).toContain('CVE-2024-21626')
    expect(idsOf({ runc: '1.1.12' })).not.toContain('CVE-2024-21626')
  })
})

describe('the engine', () => {
  test.each([
    ['29.7.0', []],
    ['29.5.1', ['CVE-2026-17106']],
    ['29.4.2', ['CVE-2026-17106', 'CVE-2026-41567', 'CVE-2026-41568', 'CVE-2026-42306']],
    ['28.0.4', ['CVE-2026-17106', 'CVE-2026-31431', 'CVE-2026-41567', 'CVE-2026-41568', 'CVE-2026-42306']],
  ])('%s', (version, ids) => {
    expect(idsOf({ engine: version })).toEqual(ids)
  })

  test('a line between two that got a fix did not get it', () => {
    expect(idsOf({ engine: '24.0.9' })).toContain('CVE-2024-29018')
    expect(idsOf({ engine: '23.0.11' })).not.toContain('CVE-2024-29018')
    expect(idsOf({ engine: '25.0.5' })).not.toContain('CVE-2024-29018')
    expect(idsOf({ engine: '25.0.4' })).toContain('CVE-2024-29018')
  })

  test('as Debian 12 has it', () => {
    const { found, untold } = weaknessesOf(
      engine({ engine: '20.10.24+dfsg1', containerd: '1.6.20~ds1', runc: '1.1.5+ds1' }),
    )
    expect(untold).toEqual([])
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['moby#46762', 'moby#44562', 'CVE-2024-21626', 'CVE-2025-31133', 'CVE-2026-47262']),
    )
    expect(
      found.every(({ note }) => note.endsWith(' This build has a suffix of its own: it may have been mended.')),
    ).toBe(true)
    expect(found.find(({ id }) => id === 'CVE-2024-21626')).toMatchObject({ component: 'runc', version: '1.1.5+ds1' })
  })

  test('what was not patched by anybody is said without a word on suffixes', () => {
    const [one] = weaknessesOf(engine({ engine: '29.5.1' })).found
    expect(one).toEqual({
      id: 'CVE-2026-17106',
      title: 'A crafted archive or image layer makes or overwrites files outside of where it is unpacked',
      component: 'engine',
      version: '29.5.1',
      fixedIn: ['29.7.0'],
      url: 'https://github.com/moby/go-archive/security/advisories/GHSA-hfg8-hc9c-6c3h',
      handling: 'mitigated',
      note: WEAKNESSES.find(({ id }) => id === 'CVE-2026-17106')?.note,
    })
  })
})

describe('the runtime in use', () => {
  test.each(['runc', 'io.containerd.runc.v2', 'io.containerd.runc.v1', 'io.containerd.runtime.v1.linux'])(
    '%s is runc',
    (name) => {
      expect(weaknessesOf(engine({ runc: '1.4.2' }), name).found.map(({ id }) => id)).toEqual(['CVE-2026-41579'])
    },
  )

  test('runc does not matter to steps under another one', () => {
    const under = weaknessesOf(engine({ runc: '1.0.0', runsc: 'release-20221212.0' }), 'runsc')
    expect(under.found.map(({ id }) => id)).toEqual(['CVE-2025-2713'])
    expect(under.untold).toEqual([])
  })

  test('what the host’s kernel lets through does not matter under gVisor', () => {
    const old = engine({ engine: '20.10.24', runsc: '20261116.0' })
    const ids = (runtime: string) => weaknessesOf(old, runtime).found.map(({ id }) => id)
    expect(ids('runc')).toContain('CVE-2026-31431')
    expect(ids('runsc')).not.toContain('CVE-2026-31431')
    expect(ids('runsc')).toContain('CVE-2026-41567')
  })

  test('is the engine’s default unless another one is named', () => {
    expect(weaknessesOf(engine({}, 'kata')).untold.map(({ component }) => component)).toEqual(['runtime'])
    expect(weaknessesOf(engine({}, 'kata'), 'runc').untold).toEqual([])
  })

  test.each(['kata', 'crun', 'constructor', '__proto__', '', 'unknown'])('"%s" is not known', (name) => {
    expect(weaknessesOf(engine({}), name).untold).toEqual([
      { component: 'runtime', why: `The runtime "${name}" is not in the table: its weaknesses can't be told.` },
    ])
  })
})

describe('what can’t be told is said', () => {
  test.each([
    ['engine', 'Docker Engine'],
    ['containerd', 'containerd'],
    ['runc', 'runc'],
  ] as const)('no version of %s', (component, name) => {
    const why = `The version of ${name} is not named by the engine: its weaknesses can't be told.`
    expect(weaknessesOf(without(component)).untold).toEqual([{ component, why }])
  })

  test('a version of runc that is none', () => {
    const why = `The version of runc reads "<unknown>", which is no version: its weaknesses can't be told.`
    expect(weaknessesOf(engine({ runc: '<unknown>' })).untold).toEqual([{ component: 'runc', why }])
  })

  test('a version of gVisor that is another one’s', () => {
    const { found, untold } = weaknessesOf(engine({ runsc: '1.1.5' }, 'runsc'))
    expect([found, untold.map(({ component }) => component)]).toEqual([[], ['runsc']])
  })

  test('another engine that speaks the same API', () => {
    const podman = { 'podman engine': '5.2.0', conmon: '2.1.12', 'oci runtime (crun)': 'crun version 1.17' }
    const { found, untold } = weaknessesOf({ components: podman, defaultRuntime: 'crun' })
    expect([found, untold.map(({ component }) => component)]).toEqual([[], ['runtime', 'engine', 'containerd']])
  })
})

describe('any engine at all', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('1.1.5+ds1', '20.10.24', 'v2'))
  const facts = fc.record({
    components: fc.dictionary(fc.oneof(fc.constantFrom(...WEAK_COMPONENTS), fc.string()), text),
    defaultRuntime: fc.oneof(fc.constantFrom('runc', 'runsc'), text),
  })

  test('each component that matters is found, told clean or said to be untold, in bounded text', () => {
    fc.assert(
      fc.property(facts, (any) => {
        const { found, untold } = weaknessesOf(any)
        const told = new Set(untold.map(({ component }) => component))
        for (const component of ['engine', 'containerd'] as const) {
          const version = Object.hasOwn(any.components, component) ? any.components[component] : undefined
          expect(told.has(component)).toBe(version === undefined || parseVersion(version) === null)
          if (told.has(component)) expect(found.filter((one) => one.component === component)).toEqual([])
        }
        for (const { version, note } of found) expect(version.length + note.length).toBeLessThan(400)
        for (const { why } of untold) expect(why.length).toBeLessThan(200)
      }),
    )
  })

  test('the most urgent come first', () => {
    fc.assert(
      fc.property(facts, (any) => {
        const ranks = weaknessesOf(any).found.map(({ handling }) => HANDLINGS.indexOf(handling))
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
      }),
    )
    expect(new Set(weaknessesOf(engine({ engine: '20.10.0' })).found.map(({ handling }) => handling)).size).toBe(2)
  })
})

describe('as a requirement', () => {
  const WAY_OUT = 'Update the engine, or take known-weaknesses out of require'

  test('nothing is known: nothing stops the run', () => {
    expect(weaknessRefusal(weaknessesOf(engine({})))).toBeNull()
  })

  test('something is known', () => {
    expect(weaknessRefusal(weaknessesOf(engine({ runc: '1.4.2' })))).toBe(
      `by its version numbers the engine has 1 known weakness (1 mitigated): CVE-2026-41579 (runc 1.4.2) (table of ${WEAKNESSES_AS_OF}). ${WAY_OUT}`,
    )
  })

  test('something can’t be told', () => {
    expect(weaknessRefusal(weaknessesOf(without('runc')))).toBe(
      `its weaknesses can't be told for runc (table of ${WEAKNESSES_AS_OF}). ${WAY_OUT}`,
    )
  })

  test('much of both, in bounded text', () => {
    const refusal = weaknessRefusal(weaknessesOf(engine({ engine: '20.10.0', containerd: '?' }), 'kata'))
    expect(refusal).toMatch(
      /^by its version numbers the engine has 12 known weaknesses \(2 mitigated, 10 avoided\): (?:\S+ \(engine 20\.10\.0\),? ){3}and 9 more; its weaknesses can't be told for runtime, containerd \(/,
    )
  })
})
