import { expect, test } from '@jest/globals'
import { explainPull, explainRefusal } from '../../../src/sandbox/refusals.ts'

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

test.each([
  ['toomanyrequests: You have reached your pull rate limit.', /limit of pulls is reached: log in/],
  ['unexpected status from GET request: 429 Too Many Requests', /limit of pulls/],
  ['no matching manifest for linux/arm64/v8 in the manifest list entries', /for no platform of this engine/],
  ['Get "https://r.invalid/v2/": unauthorized: authentication required', /does not let this job have it: log in/],
  ['Get "http://127.0.0.1:5000/v2/a/manifests/1": no basic auth credentials', /does not let this job have it/],
  ['pull access denied for x, repository does not exist or may require docker login', /does not let this job have it/],
  ['manifest unknown', /no such image: look at name/],
  ['manifest for r.invalid/a:b not found: manifest unknown', /no such image/],
  ['failed to register layer: write /x: no space left on device', /disk is full: free space/],
  ['Get "https://r.invalid/v2/": dial tcp: lookup r.invalid: no such host', /can not be reached by the engine/],
  ['received unexpected HTTP status: 503 Service Unavailable', /out of order: try again/],
])('a pull that fails with: %s', (words, meaning) => {
  expect(explainPull(words)).toMatch(meaning)
  expect(explainPull(words)).toContain(`(the engine says: ${words})`)
})

test('a pull that fails with other words says them alone', () => {
  expect(explainPull('invalid reference format')).toBe('invalid reference format')
})
