import { backgroundFold } from './background-section.ts'
import { cleanTitle } from './clean-text.ts'
import type { Detail } from './detail.ts'
import { engineLine, imageLine, reasonLine, runLine, testedLine } from './heading.ts'
import { code, plainWithNames } from './markdown.ts'
import { claimsFold, notCoveredFold, postureLine } from './posture-section.ts'
import { requiredPhrase } from './required.ts'
import type { Report } from './schema.ts'
import { hints, stepsTable } from './steps-table.ts'
import { weaknessesFold } from './weakness-section.ts'

/** Blocks of Markdown with a blank line between them; empty ones leave no trace. */
export function document(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** What is read first: the steps, the posture in one line, what was tested, in what, by which run. */
export function overview(
  report: Report,
  detail: Detail,
  cut: string | null,
  extraNotes: readonly string[] = [],
): string[] {
  const required = requiredPhrase(report.profile, code)
  const reason = reasonLine(report)
  const facts = [
    ...(reason === null ? [] : [`**Reason**: ${reason}`]),
    `**Posture**: ${postureLine(report)}`,
    ...(required === null ? [] : [`**Required**: ${required}`]),
    `**Commit**: ${testedLine(report)}`,
    `**Image**: ${imageLine(report)}`,
    `**Engine**: ${engineLine(report)}`,
    `**Made by**: ${runLine(report)}`,
  ]
  // One list: two in a row would run into each other, with gaps between their items.
  const notes = [...(detail.background ? report.notes : []), ...extraNotes]
  const list = [...(detail.hints ? hints(report) : []), ...facts, ...remarks(notes)]
  return [stepsTable(report, detail), bullets(list), cut === null ? '' : `_${cut}_`]
}

/** Remarks of Confine itself, each for a list. */
function remarks(notes: readonly string[]): string[] {
  return notes.map((note) => `**Note**: ${plainWithNames(cleanTitle(note, 600))}`)
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** What is read on demand. */
export function folds(report: Report, detail: Detail, excerpts: (detail: Detail) => string): string[] {
  return [
    excerpts(detail),
    claimsFold(report, detail),
    weaknessesFold(report, detail),
    notCoveredFold(report, detail),
    backgroundFold(report, detail),
  ]
}
