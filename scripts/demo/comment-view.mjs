// @ts-check
import { bold, dim, harmless } from './terminal.mjs'

/**
 * A comment's Markdown for the terminal, a line each: folds closed as a reader of the pull request finds them. What
 * stands in a fence is a step's text, and opens or closes nothing.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
export function viewComment(markdown) {
  /** @type {string[]} */
  const lines = []
  let fence = ''
  let depth = 0
  for (const line of markdown.split('\n').map(harmless)) {
    const [run = ''] = /^`{3,}/.exec(line) ?? []
    if (fence === '' && line === '<details>') depth += 1
    const summary = fence === '' && depth === 1 ? /^<summary>(.*)<\/summary>$/.exec(line)?.[1] : undefined
    if (summary !== undefined) lines.push(dim(`▸ ${plain(summary)}`))
    if (depth === 0 && !line.startsWith('<!--')) lines.push(view(line))
    if (fence === '' && line === '</details>') depth -= 1
    if (fence === '') fence = run
    else if (run.length >= fence.length && line === run) fence = ''
  }
  return lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
}

/** @param {string} line */
function view(line) {
  if (/^\|[\s|:-]+\|$/.test(line)) return line.replaceAll('---', '───')
  return line.startsWith('#') ? bold(plain(line.replace(/^#+ /, ''))) : plain(line)
}

/** @param {string} text */
function plain(text) {
  const bare = text.replaceAll(/<\/?code>/g, '`').replaceAll('**', '')
  return bare.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
