/** Files of tests run side by side, each in a process with a number: no two of them may give a run the same id. */
const MOST_WORKERS = 16
/** Like one started by GitHub after all before it. */
let last = Date.now() * MOST_WORKERS + (Number(process.env['JEST_WORKER_ID'] ?? '1') % MOST_WORKERS)

/** The id of a workflow run that no other test has. */
export function nextRunId(): string {
  last += MOST_WORKERS
  return String(last)
}
