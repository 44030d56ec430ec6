import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cleanLine, cleanText } from '../../../src/report/clean-text.ts'
import {
  code,
  details,
  fence,
  htmlCode,
  link,
  plain,
  plainWithNames,
  row,
  table,
} from '../../../src/report/markdown.ts'
import { elements, references, shownText, textsOf, tree } from '../../support/github-references.ts'
import { HOSTILE, HOSTILE_LINES } from '../../support/hostile-text.ts'
import { nastyText } from '../../support/nasty-text.ts'

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('the detector does find what nobody neutralised', () => {
  expect(references('@someone and @org/team, #1, o/r#2, GH-3, deadbeef :tada: $x$ https://x.invalid ![i](y)')).toEqual([
    ...['mention: @someone', 'mention: @org/team', 'issue: #1', 'issue: o/r#2', 'issue: GH-3', 'commit: deadbeef'],
    ...['emoji: :tada:', 'math: $x', 'link: https://x.invalid', 'image: y'],
  ])
})

test('entities do not prevent a mention', () => {
  expect(references('&#64;someone')).toEqual(['mention: @someone'])
})

describe('plain', () => {
  test.each([
    ['step "npm test" failed with exit code 1', 'step "npm test" failed with exit code 1'],
    ['@someone', '`@someone`'],
    ['needs @types/node, and @babel/core.', 'needs `@types/node`, and `@babel/core`.'],
    ['(fixes #3)', '(fixes `#3`)'],
    ['see @a @b', 'see `@a @b`'],
    ['see @a, @b', 'see `@a`, `@b`'],
    ['no_new_privs=1', '`no_new_privs=1`'],
    ['of 0123456789abcdef', 'of `0123456789abcdef`'],
    ['sha256:5d0da3dc9764', '`sha256:5d0da3dc9764`'],
    ['1. one', '`1.` one'],
    ['- one', '`-` one'],
    ['all 1. good', 'all 1. good'],
    ['a|b', '<code>a&#124;b</code>'],
    ['`', '`` ` ``'],
    ['one\n\n  two', 'one two'],
    ['', ''],
  ])('%j', (text, markdown) => {
    expect(plain(text)).toBe(markdown)
  })

  test.each(['.', '"', '".'])('a word of a million %j and a mention is looked at once', (unit) => {
    const text = `${unit.repeat(1_000_000)}@a`
    expect(plain(text).replaceAll('`', '') === text).toBe(true)
  })

  test('any text shows as itself, and links to nothing', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const markdown = plain(text)
        expect(references(markdown)).toEqual([])
        expect(elements(markdown)).toEqual(markdown === '' ? [] : ['p'])
        expect(squeeze(shownText(markdown))).toBe(squeeze(cleanText(text)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('code', () => {
  test.each([
    ['npm test', '`npm test`'],
    ['a `b` c', '``a `b` c``'],
    ['`', '`` ` ``'],
    ['``a', '``` ``a ```'],
    ['', '(empty)'],
    ['a\nb\tc', '`a ⏎ b c`'],
    ['a|@b', '<code>a&#124;&#64;b</code>'],
  ])('%j', (text, markdown) => {
    expect(code(text)).toBe(markdown)
  })

  test('any text is one span of code', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const markdown = code(text)
        expect(elements(markdown)).toEqual(['p'])
        expect(references(markdown)).toEqual([])
        const expected = cleanLine(text)
        expect(textsOf(markdown, 'code').map(squeeze)).toEqual(expected === '' ? [] : [squeeze(expected)])
      }),
      { numRuns: 300 },
    )
  })

  test('any two texts make a row of two cells', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (one, two) => {
        const markdown = table(['a', 'b'], ['left', 'right'], [row([code(one), plain(two)]), row(['x', 'y'])])
        expect(elements(markdown)).toEqual(['table'])
        const cells = textsOf(markdown, 'td').map(squeeze)
        expect(cells).toEqual([squeeze(cleanLine(one)) || '(empty)', squeeze(cleanText(two)), 'x', 'y'])
      }),
      { numRuns: 300 },
    )
  })
})

describe('fence', () => {
  test.each(HOSTILE_LINES)('%j', (line) => {
    const markdown = fence(line)
    expect(elements(markdown)).toEqual(['pre'])
    expect(references(markdown)).toEqual([])
  })

  test('nothing inside ends it, or the fold around it', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (name, text) => {
        const markdown = `${details(`Output of ${htmlCode(name)}`, fence(text))}\n\nafter`
        expect(elements(markdown)).toEqual(['details', 'p'])
        expect(references(markdown)).toEqual([])
        expect(textsOf(markdown, 'summary').map(squeeze)).toEqual([squeeze(`Output of ${cleanLine(name)}`)])
        expect(textsOf(markdown, 'pre')).toEqual([`${cleanText(text)}\n`])
      }),
      { numRuns: 300 },
    )
  })
})

describe('running text with names in quotes', () => {
  test.each([
    ['The image has no program "semver" in its PATH.', 'The image has no program `semver` in its PATH.'],
    ['"a b": approve "now"', '`a b`: approve `now`'],
    ['"A`B"@c "k"', '``A`B`` `@c` `k`'],
    ['no name', 'no name'],
    ['an open "one, cut', 'an open `one, cut`'],
  ])('%j', (text, markdown) => {
    expect(plainWithNames(text)).toBe(markdown)
  })

  test('whatever the names are, nothing in it is a reference, and no word is lost', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (first, second) => {
        const text = cleanLine(`there is no "${first}", or "${second}" in it`)
        const markdown = plainWithNames(text)
        expect(references(markdown)).toEqual([])
        expect(elements(markdown)).toEqual(['p'])
      }),
      { numRuns: 300 },
    )
  })
})

describe('link', () => {
  test('a web address', () => {
    expect(references(link('run', 'https://ghe.test/a(b)|<c>'))).toEqual(['link: https://ghe.test/a%28b%29%7C%3Cc%3E'])
  })

  test.each(['javascript:alert(1)', 'run 7', '', 'data:text/html,x'])('%j is none', (url) => {
    expect(link('run', url)).toBe('run')
  })
})

test('no comment stays in what is rendered from hostile text', () => {
  const shown = [plain(HOSTILE), code(HOSTILE), htmlCode(HOSTILE), fence(HOSTILE)].join('\n')
  expect(shown).not.toContain('<!--')
  expect(tree(shown).children?.some((child) => child.type === 'comment')).toBe(false)
})
