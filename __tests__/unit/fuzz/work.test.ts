import { describe, expect, test } from '@jest/globals'
import { GATE_CLAIM_IDS } from '../../../src/domain/claim.ts'
import type { HostView } from '../../../src/domain/evidence.ts'
import { judgePosture, type PostureDecision } from '../../../src/posture/judge-posture.ts'
import { runToItsEnd } from '../../support/endless.ts'
import { evidence } from '../../support/evidence.ts'
import { LIES, RECORDED } from '../../support/probe-lines.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'

const SEEN = evidence()
const QUARTER = 256 * 1024
const WORDS = [...new Set([...RECORDED, ...LIES].map((line) => line.split(' ', 1)[0] ?? ''))]

/** Beginnings that lead a reader far into a row, and units of which the rest is made. */
const BEGINNINGS = ['', 'Uid:x', 'lo:', '/dev/null ', '46 ', '0 0 0:0 / / ro - ', 'Max file size 1', '1 /', '"']
const UNITS = [' ', '0', ': ', '- ', '\t', '\\040', ',', '/a', 'a', '\u00a0', '👩‍💻', '\u202e']

const long = (word: string, beginning: string, unit: string, bytes: number): string =>
  `${word} ${beginning}${unit.repeat(bytes / Buffer.byteLength(unit))}b`

function judge(lines: readonly string[], host = SEEN.host): PostureDecision {
  return runToItsEnd(() => judgePosture({ ...SEEN, probeLines: lines, host }, EVERY_CLAIM))
}

const sizeOf = (decision: PostureDecision): number => JSON.stringify(decision).length
const FLOOR = sizeOf(judge(RECORDED))

function expectBounded(decision: PostureDecision, bytes: number): void {
  expect(sizeOf(decision)).toBeLessThanOrEqual(4 * FLOOR + 16 * bytes)
  expect(decision.reason.length).toBeLessThanOrEqual(400 * GATE_CLAIM_IDS.length)
}

describe('a row of a quarter of a mebibyte is judged', () => {
  test.each(WORDS)('behind the word %s', (word) => {
    for (const beginning of BEGINNINGS) {
      const lines = UNITS.map((unit) => long(word, beginning, unit, QUARTER / UNITS.length))
      expectBounded(judge([...RECORDED, ...lines]), QUARTER)
    }
    for (const unit of UNITS) expectBounded(judge([...RECORDED, long(word, 'Uid:x', unit, QUARTER)]), QUARTER)
  })

  test.each(['status', 'mountinfo', 'net/dev', 'limits', 'uid_map', 'attr/current'] as const)(
    'in the host’s %s',
    (file) => {
      if (SEEN.host.kind !== 'seen') throw new Error('the recording lacks the host’s view')
      for (const unit of UNITS) {
        const text = `${SEEN.host.files[file] ?? ''}Uid:x${unit.repeat(QUARTER / Buffer.byteLength(unit))}b\n`
        const host: HostView = { ...SEEN.host, files: { ...SEEN.host.files, [file]: text } }
        expectBounded(judge(RECORDED, host), QUARTER)
      }
    },
  )
})

describe('many rows are judged, and what is told of them grows no faster than they do', () => {
  test.each(WORDS)('behind the word %s', (word) => {
    const rows = (count: number) =>
      Array.from(
        { length: count },
        (_, n) => `${word} ${String(n)} ${String(n)}:0 0:${String(n)} /a /${String(n)} rw - ext4 x rw`,
      )
    const told = [5000, 10_000].map((count) => sizeOf(judge([...RECORDED, ...rows(count)])))
    expect(told[1]).toBeLessThanOrEqual(2.2 * (told[0] ?? 0))
  })
})
