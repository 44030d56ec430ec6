import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfineError, messageOf } from '../domain/errors.ts'

const PREFIX = 'confine-run-'

/** The run's own folder on the runner: everything that Confine writes on the host, but report.json, is below it. */
export async function makeTempFolder(tempDir: string): Promise<string> {
  try {
    return await mkdtemp(join(tempDir, PREFIX))
  } catch (error) {
    throw new ConfineError('internal', `no temporary folder: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Refuses any other folder: the path may come from the state of an earlier process. What a cancelled run had begun may
 * still write into it for a moment.
 */
export async function removeTempFolder(folder: string): Promise<void> {
  if (!/\/confine-run-[A-Za-z0-9]+$/.test(folder)) return
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
