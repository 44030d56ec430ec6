import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Runner } from '../domain/runner.ts'
import { cleanText, clip } from '../report/clean-text.ts'
import { inert } from './inert.ts'

/** GitHub shows no summary of a step above this (docs.github.com, "Workflow commands", step isolation and limits). */
const LARGEST_SUMMARY = 1024 * 1024

/** Characters: a message may quote names and answers, which are of any length. */
const LONGEST_MESSAGE = 8000

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
    saveState: (name, value) => saveState(() => core.saveState(name, value)),
    state: (name) => core.getState(name),
    setOutput: (name, value) => core.setOutput(name, value),
    startGroup: (title) => core.startGroup(seen(title)),
    endGroup: () => core.endGroup(),
    info: (line) => write(`${inert(seen(line))}\n`),
    warning: (message) => core.warning(seen(message)),
    error: (message) => core.error(seen(message)),
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
    fail: (message) => core.setFailed(seen(message)),
  }
}

/** The runner takes it by a file, which can't be written on a full disk. */
function saveState(save: () => void): void {
  try {
    save()
  } catch (error) {
    const message = `the state for the post step could not be written: ${messageOf(error)}`
    throw new ConfineError('publish', message, { cause: error })
  }
}

/** Foreign text in which nothing hides or replaces what stands around it. */
function seen(text: string): string {
  return clip(cleanText(text.slice(0, LONGEST_MESSAGE * 2)), LONGEST_MESSAGE)
}
