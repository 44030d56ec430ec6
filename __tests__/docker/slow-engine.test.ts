import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Checkout, makeCheckout } from '../support/checkouts.ts'
import { type SlowRow, SLOW_ROWS } from '../support/slow-rows.ts'
import { SHORT } from '../support/slow-engine.ts'
import { runSlowly, type SlowRun } from '../support/slow-run.ts'

/** They wait for nearly all of their time. */
const ABREAST = 12

let checkout: Checkout
const runs = new Map<SlowRow, Promise<SlowRun>>()

beforeAll(() => {
  checkout = makeCheckout()
  const starts: (() => void)[] = []
  for (const row of SLOW_ROWS) {
    const turn = new Promise<void>((resolve) => starts.push(resolve))
    const run = turn.then(() => runFairly(row)).finally(() => starts.shift()?.())
    run.catch(() => undefined) // told by the row's own test
    runs.set(row, run)
  }
  for (const start of starts.splice(0, ABREAST)) start()
})

/** Once more where the machine was so busy that a call which was left alone took much of the time that it has. */
async function runFairly(row: SlowRow): Promise<SlowRun> {
  const run = await runSlowly(checkout, row)
  return run.slowestMs < SHORT.callMs / 2 ? run : runSlowly(checkout, row)
}

afterAll(async () => {
  await Promise.allSettled(runs.values())
  checkout.folder.remove()
})

/** Of a run that had to end by itself: the limit of its test is the bound. */
async function endOf(row: SlowRow): Promise<SlowRun> {
  const run = await runs.get(row)
  if (run === undefined) throw new Error('the row was not run')
  return run
}

test.each(SLOW_ROWS)('an engine that $how, at $at: $end', async (row) => {
  const { report, said, kinds, log, struck, clean, left, swept, leftAfterwards } = await endOf(row)
  const { kinds: expected, prints } = row.ends
  expect({ struck: struck > 0, kinds, said }).toEqual({ struck: true, kinds: expected, said })
  const green = expected.every((kind) => kind === 'verified')
  expect(report.verdict.value).toBe(green ? 'verified' : 'not-verified')
  if (row.says !== null) expect(said).toMatch(row.says)
  expect(/^RAN$/m.test(log)).toBe(prints)

  expect({ clean: row.later === null || clean === !row.later, left: clean ? left : [], said }).toEqual({
    clean: true,
    left: [],
    said,
  })
  if (!clean) expect(said).toMatch(/could not be (removed|cleaned up) yet|may still appear/)
  expect({ left: swept?.left ?? [], leftAfterwards }).toEqual({ left: [], leftAfterwards: [] })
})
