import { expect, test } from '@jest/globals'
import { explainRefusal } from '../../../src/sandbox/refusals.ts'

const said = (reason: string): string =>
  `OCI runtime create failed: container_linux.go:380: starting container process caused: ${reason}: unknown`

test.each([
  [
    said('exec: "/bin/sh": stat /bin/sh: no such file or directory'),
    /^the image.s \/bin\/sh|^the image has no \/bin\/sh/,
  ],
  [said('exec: "/bin/sh": permission denied'), /can ?not be run/],
  [said('exec: "/bin/sh": not a directory'), /can ?not be run/],
  [said('exec /bin/sh: exec format error'), /on this CPU/],
  ['failed to mkdir /var/lib/docker/x: no space left on device', /disk is full/],
])('%s', (words, meaning) => {
  expect(explainRefusal(words)).toMatch(meaning)
  expect(explainRefusal(words)).toContain(`(the engine says: ${words})`)
})

test('other words are left as they are', () => {
  expect(explainRefusal('invalid mount config')).toBe('invalid mount config')
  expect(explainRefusal('stat /opt/x: no such file or directory')).toBe('stat /opt/x: no such file or directory')
})
