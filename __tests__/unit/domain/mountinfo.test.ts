import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseMountRow } from '../../../src/domain/mountinfo.ts'

const ROW = '36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue'

describe('a row of mountinfo', () => {
  test('as proc(5) shows it', () => {
    expect(parseMountRow(ROW)).toEqual({
      device: '98:0',
      root: '/mnt1',
      target: '/mnt2',
      options: ['rw', 'noatime'],
      tags: ['master:1', 'shared:2'],
      fsType: 'ext3',
      superOptions: ['rw', 'errors=continue'],
    })
  })

  test('with its own file system’s options left out, or written with blanks', () => {
    expect(parseMountRow('1 2 0:3 / / ro - tmpfs none')).toMatchObject({ superOptions: [''] })
    expect(parseMountRow('1 2 0:3 / / ro - overlay none rw,lowerdir=/a\\040b')).toMatchObject({
      superOptions: ['rw', 'lowerdir=/a b'],
    })
  })

  test('without optional fields', () => {
    expect(parseMountRow('1 2 0:3 / / ro - tmpfs tmpfs rw')).toMatchObject({ tags: [], target: '/', options: ['ro'] })
  })

  test.each([
    ['\\040', ' '],
    ['\\011', '\t'],
    ['\\012', '\n'],
    ['\\134', '\\'],
    ['\\134040', '\\040'],
    ['\\043', '#'],
    ['\\8', '\\8'],
    ['\\04', '\\04'],
  ])('with %s in its paths', (written, meant) => {
    const row = `1 2 0:3 /a${written}b /c${written}d ro - tmpfs tmpfs rw`
    expect(parseMountRow(row)).toMatchObject({ root: `/a${meant}b`, target: `/c${meant}d` })
  })

  test.each([
    ['nothing', ''],
    ['no dash', '36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 ext3 /dev/root rw'],
    ['no number', 'x 35 98:0 /a /b rw - ext3 x rw'],
    ['no parent', '36 x 98:0 /a /b rw - ext3 x rw'],
    ['no device', '36 35 98 /a /b rw - ext3 x rw'],
    ['no options', '36 35 98:0 /a /b - ext3 x rw'],
    ['no target', '36 35 98:0 /a - ext3 x rw'],
    ['another word first', `mount ${ROW}`],
    ['a number with more behind it', '36x 35 98:0 /a /b rw - ext3 x rw'],
    ['a parent with more before it', '36 x35 98:0 /a /b rw - ext3 x rw'],
    ['a parent with more behind it', '36 35x 98:0 /a /b rw - ext3 x rw'],
    ['a device with more before it', '36 35 x98:0 /a /b rw - ext3 x rw'],
    ['a device with more behind it', '36 35 98:0x /a /b rw - ext3 x rw'],
    ['no root', '36 35 98:0 - ext3 x rw'],
    ['only a dash', ' - ext3 x rw'],
    ['a negative number', '-36 35 98:0 /a /b rw - ext3 x rw'],
  ])('that is none: %s', (_, row) => {
    expect(parseMountRow(row)).toBeNull()
  })

  test('of any text is a row or null', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.nat(ROW.length).map((at) => ROW.slice(0, at)),
        ),
        (text) => {
          const row = parseMountRow(text)
          expect(row === null || (row.target !== '' && row.options.length > 0)).toBe(true)
        },
      ),
    )
  })
})
