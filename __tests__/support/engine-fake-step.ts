import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { judgeOutcome } from '../../src/domain/judge-outcome.ts'
import type { Outcome } from '../../src/domain/outcome.ts'
import type { StreamName } from '../../src/sandbox/demuxer.ts'
import type { GatedContainer } from '../../src/sandbox/gate.ts'
import { runStep, type GateDecision, type StepRecord } from '../../src/sandbox/step-container.ts'
import { frame } from '../unit/sandbox/frames.ts'
import { step } from './docker.ts'
import { FakeEngine, ID, json, text, type Answer } from './engine-fake.ts'
import { evidence } from './evidence.ts'

const UPGRADED = 'HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n'
const OPEN: GateDecision = { claims: [], unmet: [], reason: '', shell: '/bin/sh -e' }

/** What a container does; a test states where it leaves the ordinary way. */
export interface Script {
  /** Answers in place of the ordinary ones, by the call's name. */
  readonly calls?: Readonly<Partial<Record<'create' | 'start' | 'wait' | 'inspect' | 'kill' | 'remove', Answer>>>
  /** Once started: prints the probe's text by default. */
  readonly started?: (container: FakeContainer) => void
  /** Once the release word has come: prints a line and ends with 0 by default. */
  readonly released?: (container: FakeContainer) => void
  readonly decision?: Partial<GateDecision>
  /** When the gate is judged. */
  readonly judged?: (container: FakeContainer) => void
  readonly timeoutMs?: number
  readonly cancel?: AbortSignal
  readonly ahead?: Promise<GatedContainer>
  /** What is wrong with the engine's disk, whenever it is looked at. */
  readonly disk?: () => string | null
}

const RUNNING = { Running: true, ExitCode: 0, OOMKilled: false }

/** Has a fake engine make containers that all follow one script. Gives the first, which is there before it is made. */
export function playContainers(fake: FakeEngine, script: Script): FakeContainer {
  const first = new FakeContainer(fake, ID, script)
  const all = [first]
  let made = 0
  fake.on('POST /containers/create', (asked, response) => {
    const id = made === 0 ? ID : made.toString(16).padStart(64, '0')
    const container = made === 0 ? first : new FakeContainer(fake, id, script)
    container.created(JSON.parse(asked.body) as { readonly Cmd: readonly string[] })
    if (made > 0) all.push(container)
    made += 1
    ;(script.calls?.create ?? json(201, { Id: id, Warnings: [] }))(asked, response)
  })
  fake.onAttach((asked, socket) => {
    all.find(({ id }) => asked.path === `/containers/${id}/attach`)?.attached(socket)
  })
  return first
}

/** One container of a fake engine, as a test plays it. */
export class FakeContainer {
  readonly fake: FakeEngine
  readonly id: string
  nonce = ''
  release = ''
  command = ''
  state: Record<string, unknown> = { ...RUNNING }
  /** Text on the container's standard input. */
  input = ''
  #socket: Duplex | null = null
  #waiting: ServerResponse | null = null
  readonly #released: (container: FakeContainer) => void

  constructor(fake: FakeEngine, id: string, script: Script) {
    this.fake = fake
    this.id = id
    this.#released = script.released ?? succeed
    this.#play(script)
  }

  /** As `containerRequest` puts the words: those of the probe, then those of the step. */
  created({ Cmd: words }: { readonly Cmd: readonly string[] }): void {
    ;[, , , this.nonce = '', this.release = '', , , , , this.command = ''] = words
  }

  attached(socket: Duplex): void {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      const before = this.input.includes('\n')
      this.input += chunk.toString()
      if (!before && this.input.includes('\n')) this.#released(this)
    })
    socket.write(UPGRADED)
  }

  #play({ calls = {}, started }: Script): void {
    const at = `/containers/${this.id}`
    const wait: Answer = (_, response) => {
      this.#waiting = response
    }
    const kill: Answer = (_, response) => {
      response.writeHead(204).end()
      this.exit(137)
    }
    this.fake.on(`POST ${at}/wait`, calls.wait ?? wait)
    this.fake.on(`POST ${at}/start`, (asked, response) => {
      ;(calls.start ?? text(204, ''))(asked, response)
      if (calls.start === undefined) (started ?? sayProbe)(this)
    })
    this.fake.on(`GET ${at}/json`, calls.inspect ?? ((a, r) => json(200, this.#inspected())(a, r)))
    this.fake.on(`POST ${at}/kill`, calls.kill ?? kill)
    this.fake.on(`DELETE ${at}`, calls.remove ?? text(204, ''))
  }

  #inspected(): object {
    const Status = this.state['Running'] === true ? 'running' : 'exited'
    return { Id: this.id, RestartCount: 0, State: { Status, Error: '', ...this.state } }
  }

  write(stream: StreamName, bytes: string): void {
    this.#socket?.write(frame(stream, bytes))
  }

  /** Bytes that are no whole frame. */
  writeRaw(bytes: Buffer): void {
    this.#socket?.write(bytes)
  }

  endStream(): void {
    this.#socket?.end()
  }

  resetStream(): void {
    this.#socket?.destroy()
  }

  /** The first answer counts. */
  answerWait(answer: Answer): void {
    const response = this.#waiting
    this.#waiting = null
    if (response !== null) answer({ method: '', path: '', query: {}, headers: {}, body: '' }, response)
  }

  /** As the probe's shell does, once the step has ended. */
  sayOver(code: number): void {
    this.write('stdout', lastWord(this.nonce, code))
  }

  /** Ends in the ordinary way: the last word, the stream, then the answer to wait, and inspect agrees. */
  exit(code: number, state: Record<string, unknown> = {}): void {
    this.state = { Running: false, ExitCode: code, OOMKilled: false, ...state }
    this.sayOver(code)
    this.endStream()
    this.answerWait(json(200, { StatusCode: code }))
  }
}

export function lastWord(nonce: string, code: number): string {
  return `\u001econfine-over ${nonce} ${String(code).padStart(3, '0')}\n`
}

export function sayProbe(container: FakeContainer): void {
  container.write('stdout', `confine-begin ${container.nonce}\nshell /bin/sh -e\nconfine-end ${container.nonce}\n`)
}

function succeed(container: FakeContainer): void {
  container.write('stdout', 'done\n')
  container.exit(0)
}

export interface Played {
  readonly record: StepRecord
  readonly outcome: Outcome
  readonly container: FakeContainer
  readonly fake: FakeEngine
}

/** Runs one step against a fake engine, which is gone afterwards. Every wait is short, a call has half a second. */
export async function playStep(script: Script): Promise<Played> {
  await using fake = await FakeEngine.start(500)
  const container = playContainers(fake, script)
  const { demand, engine, credentialScan } = evidence()
  const of = step('the step', { stdin: 'its input' })
  const record = await runStep(
    {
      engine: fake.engine,
      engineFacts: engine,
      resolvedImageId: demand.imageId,
      credentialScan,
      probe: 'the probe',
      sink: { write: () => undefined },
      disk: script.disk === undefined ? null : { shortage: () => Promise.resolve(script.disk?.() ?? null) },
      cancel: script.cancel ?? new AbortController().signal,
      patience: { callMs: 500, sweepMs: [], probeMs: 400, controlMs: 1000, heartbeatMs: 60, drainMs: 150, exitMs: 200 },
      judge: () => {
        script.judged?.(container)
        return { ...OPEN, ...script.decision }
      },
    },
    { ...demand, timeoutMs: script.timeoutMs ?? 60_000 },
    of,
    script.ahead,
  )
  await record.removed
  return { record, outcome: judgeOutcome(record.ending), container, fake }
}
