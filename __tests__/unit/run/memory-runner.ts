import type { Runner } from '../../../src/domain/runner.ts'

/** A runner that only remembers. `log` holds all that was said, in order, one entry a call. */
export class MemoryRunner implements Runner {
  readonly log: string[] = []
  readonly outputs: Record<string, string> = {}
  readonly saved: Record<string, string> = {}
  readonly masked: string[] = []
  readonly summaries: string[] = []
  /** What `addSummary` does in place of remembering. */
  summary: (() => Promise<boolean>) | null = null

  input(): string {
    return ''
  }
  mask(secret: string): void {
    this.masked.push(secret)
  }
  saveState(name: string, value: string): void {
    this.saved[name] = value
  }
  state(name: string): string {
    return this.saved[name] ?? ''
  }
  setOutput(name: string, value: string): void {
    this.outputs[name] = value
  }
  startGroup(title: string): void {
    this.log.push(`[${title}]`)
  }
  endGroup(): void {
    this.log.push('[end]')
  }
  info(line: string): void {
    this.log.push(line)
  }
  warning(message: string): void {
    this.log.push(`warning: ${message}`)
  }
  error(message: string): void {
    this.log.push(`error: ${message}`)
  }
  write(text: string): void {
    this.log.push(text)
  }
  addSummary(markdown: string): Promise<boolean> {
    if (this.summary !== null) return this.summary()
    this.summaries.push(markdown)
    return Promise.resolve(true)
  }
  fail(message: string): void {
    this.log.push(`fail: ${message}`)
  }
}
