import { describe, expect, test } from '@jest/globals'
import { parseImage } from '../../../src/plan/image-reference.ts'
import { parsed } from './given.ts'

const HEX = '0123456789abcdef'.repeat(4)
const DIGEST = `sha256:${HEX}`

describe('an image reference', () => {
  test.each([
    ['busybox', 'busybox:latest', 'docker.io'],
    [' busybox\n', 'busybox:latest', 'docker.io'],
    ['busybox:1.36', 'busybox:1.36', 'docker.io'],
    ['owner/name:v1', 'owner/name:v1', 'docker.io'],
    ['docker.io/library/node', 'docker.io/library/node:latest', 'docker.io'],
    ['index.docker.io/library/node', 'index.docker.io/library/node:latest', 'docker.io'],
    ['ghcr.io/a/b/c:1', 'ghcr.io/a/b/c:1', 'ghcr.io'],
    ['localhost/a', 'localhost/a:latest', 'localhost'],
    ['localhost:5000/a/b', 'localhost:5000/a/b:latest', 'localhost:5000'],
    ['localhost:5000/a/b:t', 'localhost:5000/a/b:t', 'localhost:5000'],
    ['127.0.0.1:5000/a', '127.0.0.1:5000/a:latest', '127.0.0.1:5000'],
    ['[::1]:5000/a', '[::1]:5000/a:latest', '[::1]:5000'],
    ['Registry.Example.test/a', 'Registry.Example.test/a:latest', 'Registry.Example.test'],
    ['a__b/c-d.e:T_1.x-', 'a__b/c-d.e:T_1.x-', 'docker.io'],
  ])('%s is %s of %s', (text, full, registry) => {
    expect(parsed(text, parseImage)).toEqual({ text: full, digest: null, registry })
  })

  test.each([
    [`busybox@${DIGEST}`, `busybox@${DIGEST}`, 'docker.io'],
    [`busybox:1.36@${DIGEST}`, `busybox@${DIGEST}`, 'docker.io'],
    [`localhost:5000/a:b@${DIGEST}`, `localhost:5000/a@${DIGEST}`, 'localhost:5000'],
  ])('%s is the digest, without a tag', (text, full, registry) => {
    expect(parsed(text, parseImage)).toEqual({ text: full, digest: DIGEST, registry })
  })

  test.each([
    ['0123456789ab', /an image's name \(tag a local image/],
    ['UPPER/x', /the name's path is lower-case/],
    ['Busybox', /the name's path is lower-case/],
    ['a b', /an image reference such as/],
    ['a//b', /an image reference such as/],
    ['/a', /an image reference such as/],
    ['a/', /an image reference such as/],
    ['a_-b', /an image reference such as/],
    ['-a', /an image reference such as/],
    ['a\0b', /an image reference such as/],
    ['--privileged', /an image reference such as/],
    ['-reg.io/a', /an image reference such as/],
    ['a..b.io:port/a', /an image reference such as/],
    [`${'a/'.repeat(128)}b`, /an image reference such as/],
    ['name:', /a tag of at most 128/],
    ['name:.tag', /a tag of at most 128/],
    [`name:${'t'.repeat(129)}`, /a tag of at most 128/],
    ['name:a b', /a tag of at most 128/],
    ['name@', /64 lower-case hex digits/],
    ['name@sha256:abc', /64 lower-case hex digits/],
    [`name@sha256:${HEX.toUpperCase()}`, /64 lower-case hex digits/],
    [`name@sha512:${HEX}`, /64 lower-case hex digits/],
    [`name@${DIGEST}@${DIGEST}`, /64 lower-case hex digits/],
    [DIGEST, /an image's name \(tag a local image/],
    [HEX, /an image's name \(tag a local image/],
    ['sha256:c498', /an image's name \(tag a local image/],
    [`${HEX}:tag`, /an image reference such as/],
  ])('%j is refused', (text, reason) => {
    expect(parsed(text, parseImage)).toMatch(reason)
  })
})
