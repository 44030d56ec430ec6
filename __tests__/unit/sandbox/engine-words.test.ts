import { describe, expect, test } from '@jest/globals'
import { faultWords, refusalWords, unreadableWords } from '../../../src/sandbox/engine-words.ts'

describe('the words of a refusal', () => {
  test.each<[body: string, words: string]>([
    ['{"message":"no space left on device"}', '"no space left on device"'],
    ['{"error":"of another kind"}', '"of another kind"'],
    ['{"other":1}', `"{'other':1}"`],
    ['plain words\n', '"plain words"'],
    [' \n', 'HTTP 500 without a word'],
    ['{"message":""}', 'HTTP 500'],
    ['<b>not a page', '"<b>not a page"'],
    ['a "name"', `"a 'name'"`],
  ])('%j', (body, words) => {
    expect(refusalWords(500, body)).toBe(words)
  })

  test.each(['<html>', '<!DOCTYPE html><html>', '\n<HEAD>', '<?xml version="1.0"?>'])('of a page: %j', (start) => {
    const page = `${start}<title>Sign\n in</title><style>b{}</style><script>alert("x")</script><b>here</b>`
    expect(refusalWords(403, page)).toBe(
      'HTTP 403 and a web page in place of the engine\'s answer ("Sign in here"): something else answers for the engine',
    )
    expect(unreadableWords(page)).toMatch(/^a web page in place of the engine's answer \("Sign in here"\)/)
  })

  test.each([200, 204, 302])('of a success that was not asked for (%d)', (status) => {
    expect(refusalWords(status, '{"Id":"x"}')).toBe(`HTTP ${String(status)}, which is no answer to this call`)
  })

  test('are cut', () => {
    expect(refusalWords(500, 'x'.repeat(5000))).toHaveLength(1003)
    expect(refusalWords(500, `<html>${'x'.repeat(5000)}`).length).toBeLessThan(300)
  })
})

test('an answer that is no JSON', () => {
  expect(unreadableWords('{"Id"')).toBe('the answer is not JSON')
})

test.each([
  ['ECONNREFUSED', /^the engine is not there \(connect ECONNREFUSED\)$/],
  ['ENOENT', /^the engine is not there \(connect ENOENT\)$/],
  ['ECONNRESET', /^the engine broke the connection off \(connect ECONNRESET\)$/],
  ['EPIPE', /^the engine broke the connection off/],
  ['HPE_INVALID_CONSTANT', /^what answers does not speak HTTP as an engine does/],
  ['EACCES', /^connect EACCES$/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /^the engine's certificate is for another host \(connect ERR_/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /^the engine's certificate is not trusted: .* has to be in ca\.pem \(/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^the engine's certificate is not trusted/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /^the engine's certificate is not trusted/],
  ['CERT_HAS_EXPIRED', /^the engine's certificate is not valid now/],
  ['CERT_NOT_YET_VALID', /^the engine's certificate is not valid now/],
  ['EPROTO', /^no TLS is spoken at this address \(connect EPROTO\)$/],
])('a connection that fails with %s', (code, words) => {
  expect(faultWords(Object.assign(new Error(`connect ${code}`), { code }))).toMatch(words)
})

test.each([
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    '809C:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:a/record.c:1601:SSL alert number 116\n',
    "the engine refuses the TLS connection or this client's certificate (tlsv13 alert certificate required)",
  ],
  [
    'EPROTO',
    'write EPROTO 80EC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:a/ssl3_record.c:350:\n',
    'no TLS is spoken at this address (wrong version number)',
  ],
  [
    'EPROTO',
    'write EPROTO 80EC:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:a/record.c:1584:SSL alert number 40\n',
    "the engine refuses the TLS connection or this client's certificate (sslv3 alert handshake failure)",
  ],
])('of OpenSSL’s message only the reason is told (%s)', (code, message, words) => {
  expect(faultWords(Object.assign(new Error(message), { code }))).toBe(words)
})
