import { asRecord } from './decode.ts'

/**
 * Closed list of what can go wrong outside a step. `input` and `subject` end the run before any engine call;
 * the others are containment errors, which never become a step's test result.
 */
export type ErrorCode = 'input' | 'subject' | 'engine' | 'image' | 'workspace' | 'containment' | 'publish' | 'internal'

export class ConfineError extends Error {
  override readonly name = 'ConfineError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** One thing that is wrong with the inputs. */
export interface InputProblem {
  /** The input's name, with a path for a step: `steps[2].env`. */
  readonly input: string
  readonly expected: string
  /** What came, shortened and printable. */
  readonly got: string
}

/** All problems of the inputs, found at once. */
export class InputError extends ConfineError {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    super('input', problems.map((p) => `${p.input}: expected ${p.expected}, got ${p.got}`).join('\n'))
    this.problems = problems
  }
}

/** Text of anything that can be thrown, never empty. */
export function messageOf(thrown: unknown): string {
  // By its shape: an error of another realm is no instance of this one's class.
  const { message } = asRecord(thrown)
  if (typeof message === 'string' && message !== '') return message
  const text = String(thrown)
  return text === '' ? 'unknown error' : text
}
