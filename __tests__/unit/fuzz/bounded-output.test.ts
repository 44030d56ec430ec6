import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { BoundedOutput } from '../../../src/sandbox/bounded-output.ts'
import { allocatedBytes } from '../../support/allocations.ts'
import { fuzz } from '../../support/fuzz.ts'

/** Room for the head doubles from this on. */
const FIRST_ALLOCATION = 64 * 1024

test('however much comes and however it is cut, no more memory is taken than a few times the limit', () => {
  const sizes = fc.array(fc.oneof(fc.nat(3), fc.nat(2000), fc.nat(70_000)), { minLength: 1, maxLength: 6 })
  fuzz(
    fc.property(fc.nat(200_000), sizes, fc.integer({ min: 1, max: 300 }), (limit, pieces, times) => {
      const output = new BoundedOutput(limit)
      const chunks = pieces.map((size) => Buffer.alloc(size, 'x'))
      const taken = allocatedBytes(() => {
        for (let n = 0; n < times; n += 1) {
          for (const chunk of chunks) output.push(n % 2 === 0 ? 'stdout' : 'stderr', chunk)
        }
      })
      const total = times * pieces.reduce((sum, size) => sum + size, 0)
      const { head, tail, droppedBytes } = output.finish()
      expect(taken).toBeLessThanOrEqual(3 * limit + FIRST_ALLOCATION)
      expect(head.length + tail.length).toBe(Math.min(limit, total))
      expect(droppedBytes).toBe(Math.max(0, total - limit))
    }),
    60,
  )
})
