import { Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'
import { EngineError } from '../../src/sandbox/engine.ts'
import { readArchived } from '../../src/sandbox/keeper.ts'
import { type FaultName, FAULTS } from '../support/engine-fault-kinds.ts'
import { type Fault, faultyEngine } from '../support/engine-faults.ts'
import { ID } from '../support/engine-fake.ts'

type Call = (engine: DockerEngine) => Promise<unknown>
type Exceptions = Partial<Record<FaultName, unknown>>

const pull = (e: DockerEngine) => e.pullImage('busybox:latest', null, () => undefined)
const put = (e: DockerEngine) => e.putArchive(ID, '/l', Readable.from([Buffer.from('tar')]))
const give = (e: DockerEngine) => e.wait(ID, AbortSignal.timeout(2_000))
/** Nothing but that it was done. */
const done = { empty: undefined } as const
const anything = { ...done, nonsense: undefined, 'HTML as a success': undefined, 'wrong types': undefined } as const
const whatever = { ...anything, 'a list': undefined, 'a shorter length': undefined } as const
const absent = { '404': null } as const
/** No exit code. It is never taken for zero. */
const noCode = { empty: null, 'wrong types': null, 'a list': null } as const
/** Looked at by those who ask. */
const oddities = { 'wrong types': expect.anything() }
const unread = ['a longer length', 'reset in mid-answer', 'endless answer']
const noHeader = Object.fromEntries([...Object.keys(whatever), ...unread].map((name) => [name, null]))

/**
 * Every call of a run: how it begins its errors, and the answers that are none of them: what the engine may well say, or
 * what those who ask hold against other facts.
 */
const CALLS: Readonly<Record<string, readonly [says: RegExp, call: Call, exceptions: Exceptions]>> = {
  'describe engine': [/^describe engine: /, (e) => e.facts(), {}],
  'inspect image': [/^inspect image: /, (e) => e.inspectImage('busybox:latest'), { ...absent, ...oddities }],
  'pull image': [/^pull image: /, pull, { empty: undefined, 'wrong types': undefined, 'a list': undefined }],
  'create volume': [/^create volume: /, (e) => e.createVolume({ Name: 'v' }), {}],
  'create network': [/^create network: /, (e) => e.createNetwork({ Name: 'n' }), {}],
  'create container': [/^create container: /, (e) => e.createContainer({ Image: 'i' }), {}],
  attach: [/^attach: /, (e) => e.attach(ID), {}],
  start: [/^start: /, (e) => e.start(ID), {}],
  wait: [/^wait: /, give, noCode],
  inspect: [/^inspect: /, (e) => e.inspectContainer(ID), oddities],
  kill: [/^kill: /, (e) => e.kill(ID), {}],
  'put archive': [/^put archive: /, put, whatever],
  'get archive': [/^get archive: /, (e) => readArchived(e, ID, '/l'), absent],
  'stat path': [/^stat path: /, (e) => e.statPath(ID, '/l'), { ...absent, ...noHeader }],
  'list containers': [/^list containers: /, (e) => e.listOwned('container', 'l'), { 'a list': [] }],
  'list volumes': [/^list volumes: /, (e) => e.listOwned('volume', 'l'), {}],
  'list networks': [/^list networks: /, (e) => e.listOwned('network', 'l'), { 'a list': [] }],
  'remove container': [/^remove container: /, (e) => e.remove('container', ID), { ...whatever, '404': undefined }],
  'remove volume': [/^remove volume: /, (e) => e.remove('volume', 'v'), { ...whatever, '404': undefined }],
  'remove network': [/^remove network: /, (e) => e.remove('network', 'n'), { ...whatever, '404': undefined }],
}

async function struck(call: Call, fault: Fault, callMs = 3_000): Promise<unknown> {
  await using faulty = await faultyEngine([{ call: /./, fault }])
  const engine = new DockerEngine(findEndpoint({ DOCKER_HOST: faulty.address }), callMs)
  const ended = await call(engine).catch((thrown: unknown) => thrown)
  expect(faulty.struck()).toBeGreaterThan(0)
  return ended
}

const NAMES = Object.keys(FAULTS) as readonly FaultName[]

describe.each(Object.entries(CALLS))('%s', (_, [says, call, exceptions]) => {
  test.each(NAMES)('%s: an error that names the call, and nothing else', async (name) => {
    const ended = await struck(call, FAULTS[name])
    if (name in exceptions) {
      expect(ended).toEqual(exceptions[name])
      return
    }
    expect(ended).toBeInstanceOf(EngineError)
    const { message } = ended as EngineError
    expect(message).toMatch(says)
    // One sentence: neither a stack, nor a page, nor a flood.
    expect(message).not.toMatch(/\n|<\w|unexpected - /)
    expect(message.length).toBeLessThan(1200)
  })
})

describe('an engine that takes its time', () => {
  const OWN: readonly string[] = ['wait', 'pull image']
  const timed = Object.entries(CALLS).filter(([name]) => !OWN.includes(name))

  test.each(timed)('%s: hangs', async (_, [says, call]) => {
    const ended = await struck(call, { kind: 'hang' }, 200)
    expect(ended).toBeInstanceOf(EngineError)
    expect((ended as EngineError).message).toMatch(new RegExp(`${says.source}the engine did not answer in time$`))
  })

  test('a wait that hangs ends with whoever waits', async () => {
    expect(await struck(give, { kind: 'hang' })).toBeInstanceOf(EngineError)
  })

  const read = timed.filter(([name]) => name !== 'stat path')
  test.each(read)('%s: drips its answer for ever', async (_, [says, call]) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n'
    const ended = await struck(call, { kind: 'answer', answer: `${head} `, then: 'open' }, 200)
    expect(ended).toBeInstanceOf(EngineError)
    expect((ended as EngineError).message).toMatch(says)
  })
})
