import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { peakMemory } from '../support/hostile-run.ts'

const MB = 1_000_000
const OUTPUT_LIMIT = 64 * 1024

/** Two bytes, of which each goes out in a write and so in a frame of its own. */
const ONE_BY_ONE = 'import os\nfor n in range(100000):\n os.write(1, b"a")\n os.write(2, b"\\xff")'

interface Flood {
  readonly name: string
  readonly run: string
  readonly stdout: { readonly byte: number; readonly count: number }
}

const FLOODS: readonly Flood[] = [
  {
    name: 'newlines',
    run: `head -c ${String(200 * MB)} /dev/zero | tr '\\0' '\\n'`,
    stdout: { byte: 10, count: 200 * MB },
  },
  {
    name: 'one line',
    run: `head -c ${String(200 * MB)} /dev/zero | tr '\\0' x`,
    stdout: { byte: 120, count: 200 * MB },
  },
  { name: 'NULs', run: `head -c ${String(100 * MB)} /dev/zero`, stdout: { byte: 0, count: 100 * MB } },
  {
    name: 'invalid UTF-8',
    run: `head -c ${String(100 * MB)} /dev/zero | tr '\\0' '\\377'`,
    stdout: { byte: 255, count: 100 * MB },
  },
  { name: 'single bytes', run: `python3 -c '${ONE_BY_ONE}'`, stdout: { byte: 97, count: 100_000 } },
]

function digest({ byte, count }: Flood['stdout']): string {
  const hash = createHash('sha256')
  const block = Buffer.alloc(MB, byte)
  for (let left = count; left > 0; left -= MB) hash.update(left < MB ? block.subarray(0, left) : block)
  return hash.digest('hex')
}

describe('a step that floods its output', () => {
  let run: ActionRun
  let peak = 0

  beforeAll(async () => {
    const steps = FLOODS.map(({ name, run: command }) => ({ name, run: command }))
    run = await runAction({
      checkout: makeCheckout(),
      image: 'debian',
      steps,
      inputs: { 'output-limit': '64KiB' },
      during: async (running) => {
        peak = await peakMemory(running)
      },
    })
  })

  test.each(FLOODS)('(b) 11: $name: capped, counted and hashed whole, and green by its own exit code', (flood) => {
    expectVerified(run)
    const { output } = reportOf(run).steps[FLOODS.indexOf(flood)]!
    expect(output).toMatchObject({
      complete: true,
      stdout: { bytes: flood.stdout.count, sha256: digest(flood.stdout) },
    })
    const { stdout, stderr, droppedBytes } = output!
    expect(stdout.bytes + stderr.bytes - droppedBytes).toBe(OUTPUT_LIMIT)
  })

  test('(b) 11: the action’s memory stays flat, and its log short', () => {
    expect(peak).toBeGreaterThan(30)
    expect(peak).toBeLessThan(300)
    expect(run.log.length).toBeLessThan(FLOODS.length * 2 * OUTPUT_LIMIT)
    expect(run.summary.length).toBeLessThan(1024 * 1024)
    expect(JSON.stringify(run.report).length).toBeLessThan(10 * MB)
  })
})
