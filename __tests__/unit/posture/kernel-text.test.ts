import { describe, expect, test } from '@jest/globals'
import {
  below,
  DEVICE_HEADING,
  deviceNames,
  folded,
  labelOf,
  limitWords,
  namesOf,
  pairs,
  STATUS_ROW,
} from '../../../src/posture/kernel-text.ts'

const HEADING = ['Inter-|   Receive  |  Transmit', ' face |bytes packets|bytes packets']

describe('a table of the kernel', () => {
  test('begins below its heading, and blank rows are none', () => {
    expect(below(DEVICE_HEADING, [...HEADING, '  lo: 0 0', '   ', ''])).toEqual(['  lo: 0 0'])
    expect(below(DEVICE_HEADING, HEADING)).toEqual([])
  })

  test.each([[[]], [HEADING.slice(0, 1)], [HEADING.toReversed()], [['', ...HEADING]]])(
    'is none without its heading: %j',
    (rows) => {
      expect(below(DEVICE_HEADING, rows)).toBeNull()
    },
  )

  test('names devices in front of a colon', () => {
    expect(deviceNames(['    lo: 0 0', 'eth0:1 2'])).toEqual(['lo', 'eth0'])
    expect(deviceNames([])).toEqual([])
  })

  test.each([null, ['lo 0 0'], ['lo: 0', 'eth0 0'], ['a b: 0']])(
    'names none where one row is of another form: %j',
    (rows) => {
      expect(deviceNames(rows)).toBeNull()
    },
  )
})

describe('fields of a status file', () => {
  test('are folded to one blank', () => {
    expect([...pairs(['Uid:\t1000\t 1000\t1000 ', 'Groups:\t'], STATUS_ROW)]).toEqual([
      ['Uid', '1000 1000 1000'],
      ['Groups', ''],
    ])
  })

  test('are dropped when given twice differently, kept when alike, and rows of another form are none', () => {
    const rows = ['Uid: 1', 'Uid:  1', 'Gid: 1', 'Gid: 2', 'no field', '9: x']
    expect([...pairs(rows, STATUS_ROW)]).toEqual([['Uid', '1']])
    expect([...namesOf(rows, STATUS_ROW)]).toEqual(['Uid', 'Gid'])
  })
})

test('white space is folded and trimmed', () => {
  expect(folded(' \t 0   1000\t65536 ')).toBe('0 1000 65536')
})

describe('the label of a security module', () => {
  test.each([
    [['docker-default (enforce)'], 'docker-default (enforce)'],
    [[' label\0 '], 'label'],
    [[''], null],
    [['\0'], null],
    [[], null],
    [['one', 'two'], null],
  ])('%j is %j', (rows, label) => {
    expect(labelOf(rows)).toBe(label)
  })
})

test('one word of control groups v2 leaves no way back to v1', () => {
  expect(limitWords((word) => word === 'pids-v2')).toEqual(['memory-v2', 'memory-swap-v2', 'pids-v2', 'cpu-v2'])
  expect(limitWords((word) => word === 'pids-v1')).toContain('pids-v1')
  expect(limitWords(() => false)).not.toContain('pids-v2')
})
