import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { refuseEngineOfCheckout } from '../../../src/sandbox/branch-engine.ts'
import { findEndpoint } from '../../../src/sandbox/endpoint.ts'
import { TempFolder } from '../../support/git.ts'

let folder: TempFolder
let checkout: string
let elsewhere: string
beforeEach(() => {
  folder = new TempFolder()
  checkout = folder.folder('checkout')
  elsewhere = folder.folder('elsewhere')
  for (const place of [checkout, elsewhere]) {
    mkdirSync(join(place, '.docker'))
    writeFileSync(join(place, '.docker', 'config.json'), '{}')
    writeFileSync(join(place, 'docker.sock'), '')
  }
  symlinkSync(join(checkout, '.docker'), join(elsewhere, 'link'))
  mkdirSync(join(elsewhere, 'half'))
  symlinkSync(join(checkout, '.docker/config.json'), join(elsewhere, 'half/config.json'))
  symlinkSync(elsewhere, join(checkout, 'out'))
})
afterEach(() => {
  folder.remove()
})

const HOST = { DOCKER_HOST: 'tcp://127.0.0.1:1' }

describe('what says where the engine is, or with which logins', () => {
  test.each<[name: string, env: () => Record<string, string>, by: RegExp]>([
    ['DOCKER_CONFIG', () => ({ ...HOST, DOCKER_CONFIG: join(checkout, '.docker') }), /^DOCKER_CONFIG leads/],
    ['DOCKER_CONFIG by a link', () => ({ ...HOST, DOCKER_CONFIG: join(elsewhere, 'link') }), /^DOCKER_CONFIG leads/],
    ['a linked login file', () => ({ ...HOST, DOCKER_CONFIG: join(elsewhere, 'half') }), /^DOCKER_CONFIG leads/],
    ['HOME', () => ({ ...HOST, HOME: checkout }), /^HOME \(its \.docker\) leads/],
    ['DOCKER_CERT_PATH', () => ({ ...HOST, HOME: '', DOCKER_CERT_PATH: checkout }), /^DOCKER_CERT_PATH leads/],
    [
      'the socket',
      () => ({ HOME: '', DOCKER_HOST: `unix://${join(checkout, 'docker.sock')}` }),
      /^the engine's socket/,
    ],
  ])('must not lie in the checkout: %s', (_, env, by) => {
    expect(() => {
      refuseEngineOfCheckout(env(), findEndpoint(env()), checkout, hostFacts())
    }).toThrow(expect.objectContaining({ code: 'engine', message: expect.stringMatching(by) }))
  })

  test('may lie elsewhere, also by a link of the checkout, or be absent', () => {
    for (const place of [join(elsewhere, '.docker'), join(checkout, 'out/.docker'), join(checkout, 'nowhere')]) {
      const env = { DOCKER_HOST: `unix://${elsewhere}/docker.sock`, DOCKER_CONFIG: place, DOCKER_CERT_PATH: elsewhere }
      expect(() => {
        refuseEngineOfCheckout(env, findEndpoint(env), checkout, hostFacts())
      }).not.toThrow()
    }
  })
})
