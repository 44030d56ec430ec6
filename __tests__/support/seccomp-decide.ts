import { asNumber, asRecord, asString, asStrings } from '../../src/domain/decode.ts'

/** What a rule says: `allow`, or the number of the error. */
export type Answer = 'allow' | number

interface Rule {
  readonly names: readonly string[]
  readonly answer: Answer
  readonly tests: readonly ((args: readonly bigint[]) => boolean)[]
}

const EPERM = 1

/** A profile in the engine's format, read for what it says, without the engine. */
export class DecidedProfile {
  readonly #rules: readonly Rule[]
  readonly #otherwise: Answer

  constructor(text: string) {
    const profile = asRecord(JSON.parse(text))
    this.#otherwise = answerOf(profile['defaultAction'], profile['defaultErrnoRet'])
    this.#rules = listOf(profile['syscalls']).map((rule) => ({
      names: asStrings(rule['names']),
      answer: answerOf(rule['action'], rule['errnoRet']),
      tests: rule['args'] === undefined ? [] : listOf(rule['args']).map(testOf),
    }))
  }

  /** All names that have a rule. */
  get names(): readonly string[] {
    return this.#rules.flatMap(({ names }) => names)
  }

  /** Every answer that some rule gives to this call: one, or else the profile can be read in two ways. */
  answers(name: string, args: readonly bigint[]): readonly Answer[] {
    const holding = this.#rules.filter((rule) => rule.names.includes(name) && rule.tests.every((holds) => holds(args)))
    return holding.length === 0 ? [this.#otherwise] : [...new Set(holding.map(({ answer }) => answer))]
  }

  /** The answers that a call may get at all, whatever its arguments are. */
  possible(name: string): ReadonlySet<Answer> {
    const rules = this.#rules.filter((rule) => rule.names.includes(name))
    return new Set(rules.length === 0 ? [this.#otherwise] : rules.map(({ answer }) => answer))
  }
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw new TypeError('no list')
  return value.map((item: unknown) => asRecord(item))
}

function answerOf(action: unknown, errno: unknown): Answer {
  if (action === 'SCMP_ACT_ALLOW') return 'allow'
  if (action === 'SCMP_ACT_ERRNO') return errno === undefined ? EPERM : numberOf(errno)
  throw new TypeError(`unknown action ${String(action)}`)
}

function testOf(arg: Readonly<Record<string, unknown>>): (args: readonly bigint[]) => boolean {
  const [index, value, valueTwo] = [arg['index'], arg['value'], arg['valueTwo']].map(numberOf)
  const seen = (args: readonly bigint[]): bigint => args[index ?? -1] ?? 0n
  const op = asString(arg['op'])
  if (op === 'SCMP_CMP_EQ') return (args) => seen(args) === BigInt(value ?? -1)
  if (op === 'SCMP_CMP_NE') return (args) => seen(args) !== BigInt(value ?? -1)
  if (op === 'SCMP_CMP_MASKED_EQ') return (args) => (seen(args) & BigInt(value ?? -1)) === BigInt(valueTwo ?? -1)
  throw new TypeError(`unknown operator ${String(op)}`)
}

function numberOf(value: unknown): number {
  const number = asNumber(value)
  if (number === null) throw new TypeError('no number')
  return number
}
