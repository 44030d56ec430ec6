import { getOctokit } from '@actions/github'
import { type Annotation, type StandIn, TOKENS } from './index.mjs'

/** The client that the action uses, pointed at a stand-in. */
export function clientOf(github: StandIn, token: string = TOKENS.write) {
  return getOctokit(token, { baseUrl: github.url })
}

/**
 * How a request was refused: status, and GitHub's words without the address that octokit appends.
 * @throws {Error} when it was not
 */
export async function refusalOf(request: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error) || !('status' in error)) throw new Error('was not refused', { cause: error })
  return { status: Number(error.status), message: error.message.replace(/ - https:\S+$/, '') }
}

/** So many annotations, each on a line of its own. */
export function annotations(count: number, extra: Partial<Annotation> = {}): Annotation[] {
  return Array.from({ length: count }, (_, index) => {
    const line = { start_line: index + 1, end_line: index + 1 }
    return { path: 'src/a.c', ...line, annotation_level: 'failure', message: `error ${index}`, ...extra }
  })
}
