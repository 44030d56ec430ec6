import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greeting } from './greeting.mjs'

test('greets by name', () => {
  assert.equal(greeting('Ada'), 'Hello, Ada!')
})

test('greets whoever gives no name', () => {
  assert.equal(greeting(' '), 'Hello, stranger!')
})
