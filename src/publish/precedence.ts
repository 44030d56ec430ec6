import { type CommentMarker } from '../report/marker.ts'

/**
 * Whether a comment that is there gives way to ours. A result for the pull request's present head always beats one for
 * a commit that is no longer the head, so that a re-run of an old commit can't hide it, nor be hidden after a branch was
 * pushed back; among equals the later run, and its later attempt, wins. The same attempt is us, or a job beside us.
 *
 * @param currentHead `null` when it could not be told
 */
export function givesWay(there: CommentMarker, ours: CommentMarker, currentHead: string | null): boolean {
  const thereIsCurrent = there.headSha === currentHead
  const oursIsCurrent = ours.headSha === currentHead
  if (thereIsCurrent !== oursIsCurrent) return oursIsCurrent
  return compareRuns(there, ours) <= 0
}

/** Run ids only ever grow on one GitHub; they are digits of any length, so no number holds them for sure. */
function compareRuns(a: CommentMarker, b: CommentMarker): number {
  const [idA, idB] = [BigInt(a.runId), BigInt(b.runId)]
  if (idA !== idB) return idA < idB ? -1 : 1
  return a.runAttempt - b.runAttempt
}
