import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { cancelOnSignals } from '../../../src/run/cancel.ts'
import { reportOutput } from '../../../src/run/kept-output.ts'
import { readPlan } from '../../../src/run/read-plan.ts'
import { secretsOf } from '../../../src/run/secrets.ts'
import { makeTempFolder, removeTempFolder } from '../../../src/run/temp-folder.ts'
import { BoundedOutput } from '../../../src/sandbox/bounded-output.ts'
import { PROFILE, step } from '../../support/docker.ts'
import { TempFolder } from '../../support/git.ts'
import { MemoryRunner } from './memory-runner.ts'
import { plan } from './samples.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

describe('kept output', () => {
  test('is decoded without rubbish at the place where the middle is missing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(80), (text, limit) => {
        fc.pre(!text.includes('\ufffd'))
        const output = new BoundedOutput(limit)
        output.push('stdout', Buffer.from(text))
        const kept = output.finish()
        const { head, tail, droppedBytes } = reportOutput({ ...kept, complete: true })
        expect(head + tail).not.toContain('\ufffd')
        expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true])
        if (droppedBytes === 0) expect([head, tail]).toEqual([text, ''])
        // At most three bytes of one character are lost at either side.
        else
          expect(kept.head.length - Buffer.byteLength(head) + kept.tail.length - Buffer.byteLength(tail)).toBeLessThan(
            7,
          )
      }),
      { numRuns: 1000 },
    )
  })

  test('of no characters at all is kept as well as it can be', () => {
    const output = new BoundedOutput(8)
    output.push('stdout', Buffer.alloc(20, 0x80))
    expect(reportOutput({ ...output.finish(), complete: false })).toMatchObject({ droppedBytes: 12, complete: false })
  })
})

describe('the values that are hidden', () => {
  test.each([
    ['TOKEN', true],
    ['NPM_TOKEN', true],
    ['GITHUB_TOKENS', true],
    ['DB_PASSWORD', true],
    ['db_passwd', true],
    ['AWS_SECRET_ACCESS_KEY', true],
    ['API_KEY', true],
    ['APIKEY', true],
    ['SSH_KEY_PASSPHRASE', true],
    ['BASIC_AUTH', true],
    ['MY_CREDENTIALS', true],
    ['PGPASSWORD', true],
    ['NPM_AUTHTOKEN', true],
    ['GH_PAT', true],
    ['SSHPASS', true],
    ['PATH', false],
    ['GH_PATH', false],
    ['TOKENIZERS_PARALLELISM', false],
    ['KEYBOARD', false],
    ['AUTHOR', false],
    ['TOKENIZER', false],
    ['PASSING', false],
  ])('a variable called %s: %p', (name, hidden) => {
    const of = plan([], { profile: { ...PROFILE, env: { [name]: 'the value' } } })
    expect(secretsOf(of).includes('the value')).toBe(hidden)
  })

  test('the password of an address, whatever its variable is called', () => {
    const env = {
      DATABASE_URL: 'postgres://me:pass-word@db/x',
      PLAIN: 'https://example.invalid/a:b@c',
      AT: 'ssh://git@h/x',
    }
    expect(secretsOf(plan([], { profile: { ...PROFILE, env } }))).toEqual(['a-token-of-the-job', 'pass-word'])
  })

  test('the token, those of steps, each once, and none that is short', () => {
    const steps = [
      step('x', { env: { A_TOKEN: 'one-value', B_KEY: 'abc' } }),
      step('y', { env: { A_TOKEN: 'one-value' } }),
    ]
    expect(secretsOf(plan([], { steps }))).toEqual(['a-token-of-the-job', 'one-value'])
  })
})

describe('the run’s folder', () => {
  test('is made in the runner’s, and removed with what it holds', async () => {
    const made = await makeTempFolder(folder.path)
    expect(made.startsWith(join(folder.path, 'confine-run-'))).toBe(true)
    mkdirSync(join(made, 'x/y'), { recursive: true })
    await removeTempFolder(made)
    expect(existsSync(made)).toBe(false)
    await expect(removeTempFolder(made)).resolves.toBeUndefined()
  })

  test('can not be made where there is none', async () => {
    await expect(makeTempFolder(join(folder.path, 'missing'))).rejects.toMatchObject({ code: 'internal' })
  })

  test.each(['', 'confine-run-', 'other', 'confine-run-x/..', 'confine-run-x/y', 'x-confine-run-a'])(
    'is not taken for another one: %j',
    async (name) => {
      const place = join(folder.path, 'keep')
      mkdirSync(join(place, 'confine-run-x/y'), { recursive: true })
      mkdirSync(join(place, 'x-confine-run-a'))
      await removeTempFolder(name === '' ? place : `${place}/${name}`)
      expect([existsSync(join(place, 'confine-run-x/y')), existsSync(join(place, 'x-confine-run-a'))]).toEqual([
        true,
        true,
      ])
    },
  )
})

describe('the event’s payload', () => {
  const read = (path: string) => () => readPlan(new MemoryRunner(), { GITHUB_EVENT_PATH: path })

  test.each([
    ['is not there', () => join(folder.path, 'missing'), /the event's payload can't be read: .*ENOENT/],
    ['is no JSON', () => folder.write('event', '{'), /the event's payload can't be read: .*JSON/],
    ['is a folder', () => folder.folder('f'), /the event's payload can't be read/],
  ])('that %s is an error of the subject', (_, make, message) => {
    expect(read(make())).toThrow(message)
    expect(read(make())).toThrow(expect.objectContaining({ code: 'subject' }))
  })
})

test('signals of the runner raise a flag, once, and leave word for the post step', () => {
  const before = ['SIGINT', 'SIGTERM'].map((name) => process.listeners(name as NodeJS.Signals))
  const runner = new MemoryRunner()
  const signal = cancelOnSignals(runner)
  try {
    expect(signal.aborted).toBe(false)
    process.emit('SIGINT')
    process.emit('SIGTERM')
    expect([signal.aborted, runner.saved]).toEqual([true, { cancelled: 'true' }])
    expect(runner.log).toEqual(['The workflow is being cancelled: ending the step'])
  } finally {
    for (const [n, name] of (['SIGINT', 'SIGTERM'] as const).entries()) {
      for (const own of process.listeners(name))
        if (before[n]?.includes(own) !== true) process.removeListener(name, own)
    }
  }
})
