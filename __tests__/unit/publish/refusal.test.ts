import { describe, expect, test } from '@jest/globals'
import { oneLine, refusalOf, type RefusalKind } from '../../../src/publish/refusal.ts'

const NOW = Date.UTC(2026, 0, 1)
const INTEGRATION = 'Resource not accessible by integration'

describe('what an error answer means', () => {
  test.each<[number, Record<string, string>, string, RefusalKind]>([
    [401, {}, 'Bad credentials', 'unauthorized'],
    [403, {}, INTEGRATION, 'forbidden'],
    [403, {}, 'Repository was archived so is read-only.', 'forbidden'],
    [403, {}, 'Unable to create comment because issue is locked.', 'locked'],
    [403, { 'retry-after': '60' }, 'Unable to create comment because issue is locked.', 'locked'],
    [403, {}, 'Commenting is disabled on issues with more than 2500 comments', 'full'],
    [403, { 'retry-after': '1' }, 'whatever it says', 'rate-limited'],
    [403, { 'x-ratelimit-remaining': '0' }, 'whatever it says', 'rate-limited'],
    [403, { 'x-ratelimit-remaining': '1' }, INTEGRATION, 'forbidden'],
    [403, {}, 'You have exceeded a secondary rate limit.', 'rate-limited'],
    [429, {}, 'Too many requests', 'rate-limited'],
    [404, {}, 'Not Found', 'not-found'],
    [410, {}, 'Gone', 'not-found'],
    [422, {}, `No commit found for SHA: ${'a'.repeat(40)}`, 'no-commit'],
    [422, {}, 'Validation Failed: Body is too long', 'invalid'],
    [413, {}, 'Payload too large', 'invalid'],
    [500, {}, 'Server Error', 'server'],
    [503, { 'retry-after': '5' }, 'Unavailable', 'server'],
    [304, {}, 'Not modified', 'unreadable'],
  ])('%i %j "%s" is %s', (status, headers, message, kind) => {
    expect(refusalOf({ status, headers, message }, NOW)).toMatchObject({ kind, detail: message, code: 'publish' })
  })

  test.each([
    [403, false],
    [422, false],
    [429, false],
    [500, true],
    [502, true],
  ])('after %i the request may have been carried out: %s', (status, maybeDone) => {
    expect(refusalOf({ status, headers: {}, message: 'x' }, NOW).maybeDone).toBe(maybeDone)
  })

  test.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9000],
    ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    ['nonsense', { 'retry-after': 'soon' }, null],
    [
      'the reset of a spent limit',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
      30_000,
    ],
    ['a reset beside a limit that is not spent', { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '1' }, null],
    ['nothing', {}, null],
  ])('waits as asked: %s', (_, headers, wait) => {
    expect(refusalOf({ status: 429, headers, message: 'x' }, NOW).retryAfterMs).toBe(wait)
  })

  test('an answer without words is told by its status', () => {
    expect(refusalOf({ status: 502, headers: {}, message: '\n' }, NOW).detail).toBe('status 502')
  })
})

describe('foreign words in one line', () => {
  test.each([
    ['plain', 'plain'],
    ['two\r\nlines', 'two lines'],
    ['\u001b[31mred\u0007 \u202eevil\u2028end', '[31mred evil end'],
    ['::error::x\n::warning::y', '::error::x ::warning::y'],
  ])('%j becomes %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  test('is cut by characters, never inside of one', () => {
    const cut = oneLine('😀'.repeat(300))
    expect(cut).toBe(`${'😀'.repeat(199)}…`)
  })
})
