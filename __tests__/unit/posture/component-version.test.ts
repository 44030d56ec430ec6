import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  compareVersions,
  parseCalendarVersion,
  parseVersion,
  sameLine,
  type ComponentVersion,
} from '../../../src/posture/component-version.ts'

/** Back to one form, for comparison in a test. */
function form(version: ComponentVersion | null): string | null {
  if (version === null) return null
  const { numbers, preRelease, suffixed } = version
  const pre = preRelease === null ? '' : `-${String(preRelease.rank)}.${String(preRelease.number)}`
  return numbers.join('.') + pre + (suffixed ? '+' : '')
}

function order(a: string, b: string): number {
  const [first, second] = [parseVersion(a), parseVersion(b)]
  if (first === null || second === null) throw new Error(`no version: ${a}, ${b}`)
  return Math.sign(compareVersions(first, second))
}

describe('versions as engines give them', () => {
  test.each([
    ['Docker', '28.0.4', '28.0.4'],
    ['Debian, engine', '20.10.24+dfsg1', '20.10.24+'],
    ['Debian, runc', '1.1.5+ds1', '1.1.5+'],
    ['Debian, containerd', '1.6.20~ds1', '1.6.20+'],
    ['a package of Debian', '5:28.0.4-1~debian.12~bookworm', '28.0.4+'],
    ['Ubuntu', '1.3.0-0ubuntu2~24.04.1', '1.3.0+'],
    ['openSUSE', '29.4.0-ce', '29.4.0+'],
    ['Fedora', '1.1.12.fc40', '1.1.12+'],
    ['a v', 'v1.7.24', '1.7.24'],
    ['a tag of moby', 'docker-v29.0.0-rc.1', '29.0.0-4.1'],
    ['git describe on a tag', 'v1.1.12-0-g51d5e94', '1.1.12+'],
    ['git describe after a pre-release', 'v1.2.0-rc.3-15-gabc1234', '1.2.0-4.3+'],
    ['semantic version', '1.4.0-rc.3', '1.4.0-4.3'],
    ['old runc', '1.0.0-rc95', '1.0.0-4.95'],
    ['older runc', '1.0-rc2', '1.0-4.2'],
    ['Debian, a pre-release', '1.2.8~rc1', '1.2.8-4.1'],
    ['Debian, a repacked pre-release', '1.0.0~rc93+ds1', '1.0.0-4.93+'],
    ['Gentoo', '1.0.0_rc10', '1.0.0-4.10'],
    ['Void', '1.0.0rc10', '1.0.0-4.10'],
    ['old Docker, a pre-release', '17.06.0-ce-rc1', '17.6.0-4.1'],
    ['runc after a pre-release', '1.0.0-rc6+dev', '1.0.0-4.6+'],
    ['runc after a release', '1.1.0+dev', '1.1.0+'],
    ['a developer’s build', '28.0.0-dev', '28.0.0-0.0'],
    ['with more words', '1.1.5\ncommit: x', '1.1.5'],
    ['capitals', '1.2.0-RC1', '1.2.0-4.1'],
  ])('%s: %s', (_, text, expected) => {
    expect(form(parseVersion(text))).toBe(expected)
  })

  test.each([
    '',
    ' ',
    'unknown',
    'dev',
    'library-import',
    'v',
    '.1',
    '1.2x',
    '1.2.3.4.5',
    '-1.2',
    'x1.2.3',
    '1'.repeat(10),
  ])('no version: "%s"', (text) => {
    expect(parseVersion(text)).toBeNull()
  })

  test('text that is too long is no version', () => {
    expect(form(parseVersion(`1.2.3+${'x'.repeat(122)}`))).toBe('1.2.3+')
    expect(parseVersion(`1.2.3+${'x'.repeat(123)}`)).toBeNull()
    expect(form(parseCalendarVersion(`20250319${' '.repeat(120)}`))).toBe('20250319.0+')
    expect(parseCalendarVersion(`20250319${' '.repeat(121)}`)).toBeNull()
  })

  test.each([
    ['release-20250319.0', '20250319.0'],
    ['20250319.1', '20250319.1'],
    ['release-20221212.0-91-gabc', '20221212.0+'],
    ['0.0~20221219.0', '20221219.0+'],
    ['VERSION_MISSING', null],
    ['1.1.5', null],
    ['120250319', null],
    ['202503190', null],
  ])('a release of gVisor: %s', (text, expected) => {
    expect(form(parseCalendarVersion(text))).toBe(expected)
  })
})

describe('the order of versions', () => {
  test('from the earliest', () => {
    const sorted = [
      ...['1.0-rc2', '1.0.0-rc9', '1.0.0-rc10', '1.0.0-rc95', '1.0.0', '1.1.5+ds1', '1.1.12', '1.2.0-rc.3', '1.2'],
      ...['1.2.8~rc1', '1.2.8', '1.2.10', '1.4.0-dev', '1.4.0-alpha.9', '1.4.0-beta.1', '1.4.0-pre', '1.4.0-rc.2'],
      ...['1.4.0-rc.3', '1.4.0', '20.10.24', '29.5.1'],
    ]
    for (const [index, version] of sorted.entries()) {
      for (const [other, later] of sorted.entries()) {
        expect([version, later, order(version, later)]).toEqual([version, later, Math.sign(index - other)])
      }
    }
  })

  test.each([
    ['1.2', '1.2.0'],
    ['1.2.8', 'v1.2.8-1'],
    ['1.2.0-rc.3', '1.2.0~rc3+ds1'],
  ])('%s and %s are the same release', (a, b) => {
    expect(order(a, b)).toBe(0)
  })

  test('a line has the same first two numbers', () => {
    const line = (a: string, b: string) => sameLine(parseVersion(a)!, parseVersion(b)!)
    expect([line('1.2.8', '1.2.0-rc.1'), line('1', '1.0.5'), line('1.2.8', '1.3.8'), line('1.2', '2.2')]).toEqual([
      ...[true, true, false, false],
    ])
  })
})

describe('any text at all', () => {
  const version = fc
    .record({
      numbers: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }),
      pre: fc.constantFrom('', '-rc.1', '-rc.2', '~rc10', 'beta3', '-dev'),
      suffix: fc.constantFrom('', '+ds1', '~ds2', '-1ubuntu1', '-3-gabc1234'),
    })
    .map(({ numbers, pre, suffix }) => ({ bare: numbers.join('.') + pre, whole: numbers.join('.') + pre + suffix }))
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    version.map(({ whole }) => whole),
  )

  test('is a version or none, and a version is the same as itself', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const parse of [parseVersion, parseCalendarVersion]) {
          const parsed = parse(text)
          if (parsed === null) continue
          expect(compareVersions(parsed, parsed)).toBe(0)
          expect(parsed.numbers.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
        }
      }),
    )
  })

  test('a suffix does not change which release it is', () => {
    fc.assert(fc.property(version, ({ bare, whole }) => order(bare, whole) === 0))
  })

  test('the order is total', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(order(a.bare, b.bare) + order(b.bare, a.bare)).toBe(0)
        const [first, second, third] = [a.bare, b.bare, c.bare].sort(order)
        expect(order(first!, second!)).toBeLessThanOrEqual(0)
        expect(order(second!, third!)).toBeLessThanOrEqual(0)
        expect(order(first!, third!)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
