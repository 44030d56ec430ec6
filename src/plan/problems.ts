import { InputError, type InputProblem } from '../domain/errors.ts'
import { secretForms } from '../domain/secret-forms.ts'
import { shown } from './printable.ts'

/** Shortest token that is looked for in messages: less would turn ordinary words into stars. */
const SHORTEST_SECRET = 8

/** Collects what is wrong with the inputs, so that all of it can be told at once. */
export class Problems {
  readonly #found: InputProblem[] = []
  readonly #secrets: readonly string[]

  /** `secrets` never appear in a problem, wherever they were put by mistake, and in whatever form. */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = secretForms(secrets.filter((secret) => secret.length >= SHORTEST_SECRET))
  }

  /** `got` is a description; it is not quoted. Gives `null`, the value of what could not be read. */
  add(input: string, expected: string, got: string): null {
    this.#found.push({ input: this.#hide(input), expected: this.#hide(expected), got: this.#hide(got) })
    return null
  }

  /** As `add`, and quotes the value that came. Not for values of `env`, `stdin` or `run`, which may hold secrets. */
  addValue(input: string, expected: string, value: string): null {
    return this.add(
      input,
      expected,
      this.mentionsSecret(value) ? 'a value that holds a token of the job' : shown(value),
    )
  }

  /** True when the text holds one of the secrets, plain or encoded: basic authentication is base64. */
  mentionsSecret(text: string): boolean {
    return this.#secrets.some((secret) => text.includes(secret))
  }

  get count(): number {
    return this.#found.length
  }

  /** @throws InputError with all problems, if there are any. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new InputError(this.#found)
  }

  #hide(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  }
}
