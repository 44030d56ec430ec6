import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Runner } from '../domain/runner.ts'

/** GitHub shows no summary of a step above this (docs.github.com, "Workflow commands", step isolation and limits). */
const LARGEST_SUMMARY = 1024 * 1024

/**
 * The runner through `@actions/core`. It is loaded here and not at the top: it brings an HTTP client along, which doubles
 * the time to the first line of the log.
 *
 * @param firstLine is in the log before anything is loaded
 */
export async function openRunner(firstLine: string): Promise<Runner> {
  const write = (text: string): void => {
    process.stdout.write(text)
  }
  write(`${inert(firstLine)}\n`)
  const core = await import('@actions/core')
  return {
    input: (name) => core.getInput(name, { trimWhitespace: false }),
    mask: (secret) => {
      // An empty mask would be a warning; a masked line end is matched by nothing.
      for (const line of secret.split(/\r?\n/)) if (line !== '') core.setSecret(line)
    },
    saveState: (name, value) => core.saveState(name, value),
    state: (name) => core.getState(name),
    setOutput: (name, value) => core.setOutput(name, value),
    startGroup: (title) => core.startGroup(title),
    endGroup: () => core.endGroup(),
    info: (line) => write(`${inert(line)}\n`),
    warning: (message) => core.warning(message),
    error: (message) => core.error(message),
    write,
    addSummary: async (markdown) => {
      if (Buffer.byteLength(markdown) > LARGEST_SUMMARY)
        throw new ConfineError('publish', 'the job summary is above 1 MiB')
      if ((process.env['GITHUB_STEP_SUMMARY'] ?? '') === '') return false
      try {
        await core.summary.addRaw(markdown, true).write()
        return true
      } catch (error) {
        throw new ConfineError('publish', `the job summary: ${messageOf(error)}`, { cause: error })
      }
    },
    fail: (message) => core.setFailed(message),
  }
}

/**
 * The runner obeys `::` at the begin of a line, blanks aside, and `##[` at any place (actions/runner,
 * Runner.Common/ActionCommand.cs). A zero-width mark would hide that something was changed: a blank shows it.
 */
function inert(text: string): string {
  return text.replace(/^(\s*):(?=:)/gmu, '$1: ').replaceAll('##[', '## [')
}
