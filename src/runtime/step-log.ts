import { randomBytes } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import type { Runner } from '../domain/runner.ts'
import { MASK, maskText } from '../report/mask-text.ts'
import { inert } from './inert.ts'

type StreamName = 'stdout' | 'stderr'

/** GitHub's log viewer stumbles over longer lines (actions/runner#1031, #3582). */
const LINE_CHARACTERS = 4000
const CONTINUES = ' ⏎ (line goes on)'

/**
 * Shows one step's output in the job log as it comes, in a group. Between `stop-commands` and a token that never enters a
 * container the runner obeys nothing (docs.github.com, "Workflow commands", stopping and starting). The two command forms
 * are made inert all the same, were the token ever known. Problem matchers of earlier steps still read along: they can't
 * be switched off from here.
 *
 * The runner hides a secret only where all of it stands in one line. Where a line is cut or changed here, it is hidden before.
 */
export class StepLog {
  readonly #runner: Runner
  readonly #secrets: readonly string[]
  /** What is held back of a line that is cut: a secret that lies across the cut has to be whole to be found. */
  readonly #reach: number
  readonly #token = randomBytes(32).toString('hex')
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  readonly #pending = { stdout: '', stderr: '' }

  /** @param secrets every form of them that is to be hidden */
  constructor(runner: Runner, title: string, secrets: readonly string[]) {
    this.#runner = runner
    this.#secrets = secrets
    this.#reach = Math.max(0, ...secrets.map((secret) => secret.length))
    runner.startGroup(title)
    runner.write(`::stop-commands::${this.#token}\n`)
  }

  write(stream: StreamName, bytes: Buffer): void {
    this.#take(stream, this.#decoders[stream].write(bytes))
  }

  /** Shows what is left, then the end of the output behind a remark, when the middle was not kept. */
  finish(kept: { readonly tail: Buffer; readonly droppedBytes: number } | null): void {
    const isCut = kept !== null && kept.droppedBytes > 0
    if (isCut) this.#hideAtEnd()
    this.#flush()
    if (kept !== null && kept.tail.length > 0) {
      if (isCut)
        this.#runner.write(shownLine(`… ${String(kept.droppedBytes)} bytes are not shown (input output-limit) …`))
      const tail = wholeCharacters(kept.tail)
      this.#take('stdout', isCut ? maskText(tail, this.#secrets, 'start') : tail)
      this.#flush()
    }
    this.#runner.write(`::${this.#token}::\n`)
    this.#runner.endGroup()
  }

  /** In one write: one for each line would queue up by the hundred thousand, and take more memory than the text. */
  #take(stream: StreamName, text: string): void {
    const lines = (this.#pending[stream] + text).split('\n')
    let open = lines.pop() ?? ''
    const shown = lines.map((line) => this.#shownLine(line))
    if (open.length > LINE_CHARACTERS + this.#reach) {
      open = this.#hide(open)
      for (; open.length > LINE_CHARACTERS + this.#reach; open = open.slice(LINE_CHARACTERS))
        shown.push(continued(open))
    }
    this.#pending[stream] = open
    if (shown.length > 0) this.#runner.write(shown.join(''))
  }

  #flush(): void {
    for (const stream of ['stdout', 'stderr'] as const) {
      const rest = this.#pending[stream]
      this.#pending[stream] = ''
      if (rest !== '') this.#runner.write(this.#shownLine(rest))
    }
  }

  /** The begin of a secret whose rest was not kept. */
  #hideAtEnd(): void {
    for (const stream of ['stdout', 'stderr'] as const)
      this.#pending[stream] = maskText(this.#pending[stream], this.#secrets, 'end')
  }

  #hide(text: string): string {
    return this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, MASK), text)
  }

  #shownLine(line: string): string {
    const isChanged = line.length > LINE_CHARACTERS || inert(line) !== line
    return shownLine(isChanged ? this.#hide(line) : line)
  }
}

function shownLine(line: string): string {
  let shown = ''
  let rest = line
  for (; rest.length > LINE_CHARACTERS; rest = rest.slice(LINE_CHARACTERS)) shown += continued(rest)
  return `${shown}${inert(rest)}\n`
}

function continued(line: string): string {
  return `${inert(line.slice(0, LINE_CHARACTERS))}${CONTINUES}\n`
}

/** Without the rest of a character whose begin was cut off. */
function wholeCharacters(bytes: Buffer): string {
  let at = 0
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1
  return bytes.subarray(at).toString('utf8')
}
