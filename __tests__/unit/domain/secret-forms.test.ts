import { describe, expect, test } from '@jest/globals'
import { secretForms } from '../../../src/domain/secret-forms.ts'

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

describe('the forms of a secret', () => {
  test('are these, each once', () => {
    expect([...secretForms(['a b"~ÿ'])].sort()).toEqual(
      [
        'a b"~ÿ',
        'a%20b%22~%C3%BF',
        'a%20b%22~%c3%bf',
        'a+b%22%7E%C3%BF',
        'a b\\"~ÿ',
        'YSBiIn7Dvw==',
        'YSBiIn7Dv',
        'EgYiJ+w7',
        'EgYiJ-w7',
        'hIGIifsO/',
        'hIGIifsO_',
      ].sort(),
    )
  })

  test.each([[''], ['abc']])('%j is too short to be one', (secret) => {
    expect(secretForms([secret])).toEqual([])
  })

  test('four characters are enough for the plain forms, six for base64', () => {
    expect(secretForms(['abcd'])).toEqual(['abcd', 'YWJjZA=='])
    expect(secretForms(['abcdef'])).toContain('YWJjZGVm')
  })

  test('lines count from eight characters on, without the blanks around them', () => {
    const forms = secretForms(['-----\r\n  12345678\t\n\n1234567\nabcdefgh'])
    expect(forms).toEqual(expect.arrayContaining(['12345678', 'abcdefgh']))
    expect(forms).not.toContain('-----')
    expect(forms).not.toContain('1234567')
    expect(forms).not.toContain('')
  })

  test('a secret of one line is not cut', () => {
    expect(secretForms([' a secret in blanks '])).not.toContain('a secret in blanks')
  })

  test('half a surrogate pair, which no URL can hold, is looked for as what stands in for it', () => {
    expect(secretForms(['key-\ud800'])).toContain('key-%EF%BF%BD')
  })
})

describe('base64 of a text that holds a secret', () => {
  const SECRETS = ['correct-horse', 'correct-horse!', 'correct-horse!?', '>>>???>>>???ü', 'a=b=c=d=']

  test.each(SECRETS)('%s is found wherever it starts, whatever follows', (secret) => {
    const forms = secretForms([secret])
    for (const before of ['', 'x', 'xy', 'xyz', 'user:'])
      for (const after of ['', 'z', 'zz', 'zzz', '\n']) {
        const standard = base64(`${before}${secret}${after}`)
        expect(forms.filter((form) => standard.includes(form))).not.toEqual([])
        const forUrls = standard.replaceAll('+', '-').replaceAll('/', '_')
        expect(forms.filter((form) => forUrls.includes(form))).not.toEqual([])
      }
  })

  test.each(SECRETS)('as much of %s is looked for as depends on nothing else', (secret) => {
    for (const before of ['', 'x', 'xy']) {
      const [one, other] = ['\0', '\xff'.repeat(2)].map((end) => base64(`${before}${secret}${end}`))
      let same = 0
      while (one?.[same] === other?.[same]) same++
      const inner = (one ?? '').slice([0, 2, 3][before.length], same)
      expect(secretForms([secret])).toContain(inner)
    }
  })
})
