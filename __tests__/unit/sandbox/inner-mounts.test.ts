import { expect, test } from '@jest/globals'
import { innerMounts, mountPoints } from '../../../src/sandbox/inner-mounts.ts'

test('mount points are read as they are, whatever stands in them', () => {
  const lines = [
    '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '40 22 0:35 / /w/a\\040b\\134c rw - tmpfs tmpfs rw',
    '41 22 0:36 /x /w/n\\012l rw master:1 - tmpfs tmpfs rw',
    '',
  ]
  expect(mountPoints(lines.join('\n'))).toEqual(['/', '/w/a b\\c', '/w/n\nl'])
})

test('those below a folder are told, neither the folder’s own nor those beside it', () => {
  expect(innerMounts('/')).toContain('/proc')
  expect(innerMounts('/proc').every((point) => point.startsWith('/proc/'))).toBe(true)
  expect(innerMounts('/nowhere')).toEqual([])
})
