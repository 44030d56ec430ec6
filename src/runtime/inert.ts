/** Not there at all for the runner, whose comparisons are those of .NET. */
const WITHOUT_WIDTH = /[\p{C}\p{M}]/u

/**
 * Foreign text in which the runner finds no command. It obeys `::` at the begin of a line and `##[` at any place, takes a
 * lone CR for a line end, and looks behind leading blanks, of which U+0085 is one (actions/runner,
 * Runner.Common/ActionCommand.cs). A blank is put in: a zero-width mark would hide that something was changed.
 *
 * One look at each character, where a pattern would try anew from every blank.
 */
export function inert(text: string): string {
  const cuts: number[] = []
  let atStart = true
  let behindColon = -1
  let hashes = 0
  let at = 0
  for (const character of text) {
    if (character === '\r' || character === '\n') atStart = true
    if (!WITHOUT_WIDTH.test(character)) {
      if (character === ':' && behindColon !== -1) cuts.push(behindColon)
      if (character === '[' && hashes === 2) cuts.push(at)
      behindColon = character === ':' && atStart ? at + 1 : -1
      hashes = character === '#' ? Math.min(hashes + 1, 2) : 0
      atStart &&= character.trim() === ''
    }
    at += character.length
  }
  return withBlanks(text, cuts)
}

/** @param cuts places in the text, in their order */
function withBlanks(text: string, cuts: readonly number[]): string {
  const parts = cuts.map((cut, n) => text.slice(cuts[n - 1] ?? 0, cut))
  return [...parts, text.slice(cuts.at(-1) ?? 0)].join(' ')
}
