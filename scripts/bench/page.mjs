// @ts-check
import { isMet, targetOf, valueOf } from './figure.mjs'

/** @typedef {import('./figure.mjs').Figure} Figure */

const INTRODUCTION = `# Benchmarks

What confinement costs, as ratios between two things that were measured by turns on one machine in one run. Each is the
median over the rounds: a ratio travels between machines better than a time does. \`npm run bench\` measures anew and
writes this page; it fails when a target is missed.`

const LINE_CHARACTERS = 118

/** @param {string} paragraph */
function wrapped(paragraph) {
  return paragraph.replaceAll(new RegExp(`(.{1,${LINE_CHARACTERS}})(?: |$)`, 'g'), '$1\n').trimEnd()
}

/**
 * docs/benchmarks.md.
 *
 * @param {readonly Figure[]} figures
 * @param {readonly string[]} machine a line each
 * @param {Date} date
 */
export function renderPage(figures, machine, date) {
  const rows = figures.map((figure) =>
    [figure.what, `**${valueOf(figure)}**`, targetOf(figure), isMet(figure) ? 'met' : '**missed**'].join(' | '),
  )
  const table = ['What | Measured | Target | ', '--- | --: | --: | ---', ...rows].map((row) => `| ${row} |`)
  const details = figures.map(({ what, how, medians }) => `**${what}.** ${how} Medians: ${medians}.`)
  const made = [`- Date: ${date.toISOString().slice(0, 10)}`, ...machine.map((line) => `- ${line}`)]
  return (
    [INTRODUCTION, table.join('\n'), '## How', ...details.map(wrapped), '## Where', made.join('\n')].join('\n\n') + '\n'
  )
}
