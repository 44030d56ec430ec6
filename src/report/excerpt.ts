import { byteLength, cleanOutput, lastBytes } from './clean-text.ts'
import type { ReportOutput } from './schema.ts'
import { formatBytes, formatCount } from '../domain/units.ts'

/** The end of a step's output, made ready to be cut to any length. */
export interface Excerpt {
  readonly lines: readonly string[]
  /** Bytes that the step wrote, to both streams. */
  readonly totalBytes: number
  /** `lines` are not all of it. */
  readonly partial: boolean
}

/** More than any rendering shows of one step; cleaning a megabyte for a few lines would be a waste. */
const CONSIDERED = 256 * 1024

/** A line of megabytes would push all others out (and slow the page down). */
const LINE_START = 300
const LINE_END = 100

export function prepareExcerpt(output: ReportOutput): Excerpt {
  const gap = output.droppedBytes > 0 ? `\n[… ${formatBytes(output.droppedBytes)} were not kept …]\n` : ''
  const kept = output.head + gap + output.tail
  const considered = kept.length <= CONSIDERED ? kept : kept.slice(-CONSIDERED).replace(/^[\udc00-\udfff]/, '')
  const lines = cleanOutput(considered).trimEnd().split('\n').map(shortenLine)
  return {
    lines: lines.length === 1 && lines[0] === '' ? [] : lines,
    totalBytes: output.stdout.bytes + output.stderr.bytes,
    partial: considered.length < kept.length || gap !== '',
  }
}

function shortenLine(line: string): string {
  if (line.length <= LINE_START + LINE_END + 40) return line
  const cut = line.length - LINE_START - LINE_END
  const start = line.slice(0, LINE_START).replace(/[\ud800-\udbff]$/, '')
  const end = line.slice(-LINE_END).replace(/^[\udc00-\udfff]/, '')
  return `${start}[… ${formatCount(cut)} characters …]${end}`
}

export interface CutExcerpt {
  readonly text: string
  readonly partial: boolean
}

/** The last lines that fit into `limit` bytes of UTF-8; of a last line that alone is too long, its end. */
export function cutExcerpt(excerpt: Excerpt, limit: number): CutExcerpt {
  let first = excerpt.lines.length
  let used = 0
  while (first > 0) {
    const size = byteLength(excerpt.lines[first - 1] ?? '') + 1
    if (used + size > limit + 1) break
    used += size
    first -= 1
  }
  const last = excerpt.lines.at(-1)
  if (first === excerpt.lines.length && last !== undefined) return { text: lastBytes(last, limit), partial: true }
  return { text: excerpt.lines.slice(first).join('\n'), partial: excerpt.partial || first > 0 }
}
