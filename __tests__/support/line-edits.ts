import fc from 'fast-check'

type Edit = (lines: string[]) => void

/** Repeated lines have no more than this together, beside the first. */
const MOST_CHARACTERS = 20_000

const place = fc.nat(1000)
const nth = (lines: readonly string[], at: number): number => at % (lines.length + 1)

/** Lines are lost, doubled, moved, cut, and others put beside them or in their place. */
export function editsOf(line: fc.Arbitrary<string>): fc.Arbitrary<readonly Edit[]> {
  const insert = (removed: number) => (given: string, at: number) => (lines: string[]) =>
    void lines.splice(nth(lines, at), removed, given)
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(line, place).map(([given, at]) => insert(0)(given, at)) },
    { weight: 2, arbitrary: fc.tuple(line, place).map(([given, at]) => insert(1)(given, at)) },
    place.map((at) => (lines: string[]) => void lines.splice(nth(lines, at), 1)),
    fc.tuple(place, place).map(([from, to]) => (lines: string[]) => {
      const moved = lines.splice(nth(lines, from), 1)
      lines.splice(nth(lines, to), 0, ...moved)
    }),
    fc.tuple(place, fc.nat(60)).map(([at, kept]) => (lines: string[]) => {
      const n = nth(lines, at)
      lines.splice(n, 1, (lines[n] ?? '').slice(0, kept))
    }),
    fc.tuple(place, fc.nat(300)).map(([at, times]) => (lines: string[]) => {
      const again = lines[nth(lines, at)] ?? ''
      lines.push(...Array<string>(Math.min(times, Math.ceil(MOST_CHARACTERS / (again.length + 1)))).fill(again))
    }),
  )
  return fc.array(edit, { maxLength: 12, size: 'max' })
}

export function applied(edits: readonly Edit[], original: readonly string[]): readonly string[] {
  const lines = [...original]
  for (const edit of edits) edit(lines)
  return lines
}
