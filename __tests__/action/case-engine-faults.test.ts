import { describe, expect, test } from '@jest/globals'
import { reportOf, runPost } from '../support/action.ts'
import { FAULTS } from '../support/engine-fault-kinds.ts'
import { expectRed, type FaultRow, kindsOf, runFaults } from '../support/engine-fault-run.ts'
import { answered, type Fault } from '../support/engine-faults.ts'

/** The engine does what it is asked for, and its answer is lost. */
const unheard: Fault = { kind: 'change', change: () => null }
/** It does it, and what it answers is no JSON. */
const torn: Fault = { kind: 'change', change: () => Buffer.from(answered('201 Created', '{"Id": nonsense')) }
/** The engine as it is now, for the clean-up after a run on one that is gone. */
const WELL = { DOCKER_HOST: process.env['DOCKER_HOST'] ?? '' }

const INFO = /^GET \/info/
const VERSION = /^GET \/version/
const IMAGE = /^GET \/images\//
const VOLUME = /^POST \/volumes\/create/
const CREATE = /^POST \/containers\/create/
const GET = /^GET \/containers\/\w+\/archive/
const HEAD = /^HEAD \/containers\/\w+\/archive/
const PUT = /^PUT \/containers\/\w+\/archive/
const REMOVE = /^DELETE \/containers/
const ATTACH = /^POST \/containers\/\w+\/attach/
const WAIT = /^POST \/containers\/\w+\/wait/
const START = /^POST \/containers\/\w+\/start/
const INSPECT = /^GET \/containers\/\w{64}\/json/
const NETWORK = /^POST \/networks\/create/

const row = (at: string, call: RegExp, nth: number, fault: Fault, says: RegExp): FaultRow => ({
  at,
  call,
  nth,
  fault,
  says,
})

describe('an engine that fails before the first step', () => {
  const rows: readonly FaultRow[] = [
    row(
      'info',
      INFO,
      1,
      FAULTS['HTML of a proxy'],
      /describe engine: HTTP 502 and a web page .*something else answers/,
    ),
    row('version', VERSION, 1, FAULTS['wrong types'], /the answer is not that of a Docker engine/),
    row('image', IMAGE, 1, FAULTS['reset in mid-answer'], /inspect image: the answer broke off/),
    row('layer', VOLUME, 1, FAULTS['a longer length'], /create volume: the answer broke off/),
    row('workspace', VOLUME, 2, unheard, /create volume: the engine broke the connection off/),
    row('keeper', CREATE, 1, FAULTS['409'], /create container: "a fault for a test"/),
    row('second keeper', CREATE, 2, unheard, /create container: the engine broke the connection off/),
    row('accounts', GET, 1, FAULTS['HTML as a success'], /get archive: the archive can not be read/),
    row('layer files', PUT, 1, FAULTS['503'], /put archive: "a fault for a test"/),
    row('nonce', GET, 3, FAULTS.empty, /get archive: .*the archive is empty/),
    row('index', HEAD, 1, FAULTS.gone, /stat path: .*(broke the connection off|not there)/),
    row('keeper’s end', REMOVE, 1, FAULTS['500'], /remove container: "a fault for a test"/),
  ]

  test('no step is run, the call is named, and what there was is removed', async () => {
    for (const ended of await runFaults(rows)) {
      expectRed(ended)
      expect(kindsOf(ended)).toEqual(['not-run', 'not-run'])
      expect(ended.run.log).not.toMatch(/^RAN$/m)
      if (ended.row.fault.kind === 'gone') await expectCleanedLater(ended)
      else expectTidy(ended)
    }
  })
})

describe('an engine that fails before a step’s release', () => {
  const rows: readonly FaultRow[] = [
    row('create', CREATE, 3, torn, /create container: the answer is not JSON/),
    row('create, unheard', CREATE, 3, unheard, /create container: the engine broke the connection off/),
    row('attach', ATTACH, 1, FAULTS['404'], /attach: "a fault for a test"/),
    row('attach, plain', ATTACH, 1, FAULTS['not HTTP'], /attach: what answers does not speak HTTP/),
    row('wait', WAIT, 1, FAULTS['a shorter length'], /wait: the answer is not JSON/),
    row('wait, empty', WAIT, 1, FAULTS.empty, /wait: the engine says that the container ended, and not how/),
    row('start', START, 1, FAULTS['409'], /start: "a fault for a test"/),
    row('start, unheard', START, 1, unheard, /start: the engine broke the connection off/),
    row('inspect', INSPECT, 1, FAULTS['endless answer'], /inspect: the answer broke off: more than/),
    row('inspect, odd', INSPECT, 1, FAULTS['wrong types'], /engine\.faithful is (refuted|unproven)/),
  ]

  test('it is not released, the call is named, and its container is removed', async () => {
    for (const ended of await runFaults(rows)) {
      expectRed(ended)
      const [first, second] = kindsOf(ended)
      expect({ at: ended.row.at, first }).toMatchObject({ first: expect.stringMatching(/^not-(started|confined)$/) })
      expect(second).toBe('not-run')
      expect(ended.run.log).not.toMatch(/^RAN$/m)
      expectTidy(ended)
    }
  })
})

describe('an engine that fails after a step’s release', () => {
  const overdue = [{ run: 'echo RAN; sleep 100', 'timeout-minutes': 0.05 }, 'echo RAN']
  const rows: readonly FaultRow[] = [
    row('inspect', INSPECT, 2, FAULTS['500'], /inspect: "a fault for a test"|probe\.sighted/),
    { ...row('kill', /\/kill/, 1, FAULTS['500'], /kill: "a fault for a test"/), options: { steps: overdue } },
    row('next create', CREATE, 4, FAULTS.cut, /create container: the engine broke|probe\.sighted/),
    row('network', NETWORK, 1, FAULTS['500'], /probe\.sighted .*create network: "a fault for a test"/),
    row('network, unheard', NETWORK, 1, unheard, /probe\.sighted .*create network: the engine broke/),
    // A control that fails with a socket in it is tried again without one.
    {
      ...row('control’s files', PUT, 2, FAULTS['404'], /probe\.sighted .*put archive: "a fault for a test"/),
      onwards: true,
    },
    { ...row('control’s attach', ATTACH, 2, FAULTS['503'], /attach: "a fault for a test"/), onwards: true },
    { ...row('control’s start', START, 2, FAULTS['409'], /start: "a fault for a test"/), onwards: true },
    row('second inspect', INSPECT, 4, FAULTS.nonsense, /inspect: the answer is not JSON/),
  ]

  test('it is never green, the call is named, and what there was is removed', async () => {
    for (const ended of await runFaults(rows)) {
      expectRed(ended)
      expect(kindsOf(ended)).not.toEqual(['verified', 'verified'])
      expectTidy(ended)
    }
  })
})

describe('an engine that fails at the clean-up', () => {
  const rows: readonly FaultRow[] = [
    row('list', /^GET \/containers\/json/, 1, FAULTS.empty, /could not be cleaned up yet: list containers: .*empty/),
    row('list volumes', /^GET \/volumes/, 1, FAULTS['HTML as a success'], /list volumes: a web page/),
    row('list networks', /^GET \/networks/, 1, FAULTS['wrong types'], /list networks: the answer is no list/),
    // Once is not enough: what could not be removed is tried again.
    {
      ...row('remove volume', /^DELETE \/volumes/, 1, FAULTS['409'], /remove volume: "a fault for a test"/),
      onwards: true,
    },
  ]

  test('the steps’ verdict stands, the report says what may be left, and the post step removes it', async () => {
    for (const ended of await runFaults(rows)) {
      expect(reportOf(ended.run).verdict.value).toBe('verified')
      expect(reportOf(ended.run).notes.join('\n')).toMatch(ended.row.says)
      await expectCleanedLater(ended)
    }
  })
})

/** The post step has work only where a call to create was never answered, and nothing of it was found; then that is said. */
function expectTidy({ row, run }: Awaited<ReturnType<typeof runFaults>>[number]): void {
  const mayAppear = reportOf(run).notes.some((note) => note.includes('may still appear'))
  expect({ at: row.at, left: run.state['label'] !== '' }).toEqual({ at: row.at, left: mayAppear })
  if (mayAppear)
    expect({ at: row.at, call: String(row.call) }).toMatchObject({ call: expect.stringContaining('create') })
}

/** What could not be removed is left to the post step, which finds the engine well. */
async function expectCleanedLater({ run }: Awaited<ReturnType<typeof runFaults>>[number]): Promise<void> {
  expect(run.state['label']).not.toBe('')
  const post = await runPost(run, WELL)
  expect({ log: post.log, exitCode: post.exitCode }).toEqual({
    log: expect.stringContaining('The engine holds nothing of this run'),
    exitCode: 0,
  })
}
