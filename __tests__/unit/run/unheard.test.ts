import { expect, test } from '@jest/globals'
import { readUnheard } from '../../../src/run/unheard.ts'

test.each<[state: string, kinds: readonly string[]]>([
  ['', []],
  ['[]', []],
  ['["container","volume","container"]', ['container', 'volume', 'container']],
  ['["network","image",5,null]', ['network']],
  ['{"container":1}', []],
])('the state %j', (state, kinds) => {
  expect(readUnheard(state)).toEqual(kinds)
})
