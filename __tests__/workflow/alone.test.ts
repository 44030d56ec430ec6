import { describe, expect, test } from '@jest/globals'
import { connect } from 'node:net'
import { interfaces } from '../support/act.ts'

/** From RFC 5737: belongs to nobody. */
const ELSEWHERE = '192.0.2.1'

describe('where the workflows run', () => {
  test('has loopback, and no way out of the machine', async () => {
    expect(interfaces()).toEqual(['lo'])
    const refused = await new Promise((resolve) =>
      connect(443, ELSEWHERE).once('error', resolve).once('connect', resolve),
    )
    expect(refused).toMatchObject({ code: 'ENETUNREACH' })
  })
})
