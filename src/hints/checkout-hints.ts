import { plural } from '../domain/units.ts'
import type { CheckoutFacts, Few, StepFacts } from '../domain/step-facts.ts'
import type { Hint } from './hints.ts'

/** What git and tools on top of it say when commits that they ask for are not there. */
const HISTORY =
  /shallow (?:clone|repositor|update|boundar|fetch)|unknown revision|(?:bad|invalid) (?:revision|object)|ambiguous argument '|no (?:merge base|common ancestor)|not a valid (?:object|commit|ref)|needed a single revision|cannot describe|no such (?:commit|revision)|reference is not a tree|could not parse object|unrelated histories|\bHEAD[~^]/i
const TAGS = /no names found|cannot describe|no tags? (?:found|can|could|match|exist)|no git tags?\b|setuptools[-_]scm/i
const HISTORY_COMMAND =
  /(?<![\w./-])git\s(?:[^\n|;&]*\s)?(?:describe|merge-base|rev-list|blame|log|shortlog|bisect|cherry)\b/
const TAG_COMMAND = /(?<![\w./-])git\s(?:[^\n|;&]*\s)?(?:describe|tag)\b/
const MISSING_OBJECT =
  /promisor|lazy fetch|missing (?:blob|tree|object|necessary)|unable to (?:read|access|find remote helper)|could not (?:read|fetch|resolve host)|bad (?:object|tree)/i
const MISSING_FILE =
  /no such file|cannot find|can'?t find|could not find|not found|ENOENT|does not exist|no rule to make target|cannot open/i
const NO_REPOSITORY = /not a git repository/i
const OTHER_OWNER = /detected dubious ownership in repository|unsafe repository \(|not owned by current user/i

export const checkoutHints: readonly Hint[] = [
  forFailed(history),
  forFailed(partial),
  forFailed(outside),
  otherOwner,
  forFailed(sparse),
  forFailed(pointers),
  forFailed(submodules),
]

type CheckoutHint = (checkout: CheckoutFacts, facts: StepFacts) => string | null

/** What the checkout lacks explains a failure only: a step that passed needed none of it. */
function forFailed(hint: CheckoutHint): Hint {
  return (facts) => (facts.checkout === null || facts.outcome.kind !== 'failed' ? null : hint(facts.checkout, facts))
}

function history({ shallowCommits, hasTags }: CheckoutFacts, { tail, step }: StepFacts): string | null {
  const about = TAGS.test(tail) || TAG_COMMAND.test(step.run)
  const noTags = !hasTags && about
  const shallow = shallowCommits !== null && (about || HISTORY.test(tail) || HISTORY_COMMAND.test(step.run))
  if (shallow)
    return `This checkout is shallow (${plural(shallowCommits, 'commit')})${noTags ? ' and has no tags' : ''}: give actions/checkout "fetch-depth: 0" for all history and tags.`
  if (!noTags) return null
  return 'This checkout has no tags: give actions/checkout "fetch-tags: true", if the repository has any.'
}

function partial({ partial }: CheckoutFacts, { tail }: StepFacts): string | null {
  if (!partial || !MISSING_OBJECT.test(tail)) return null
  return 'This checkout is a partial clone, missing objects cannot be fetched without a network: leave the inputs filter and sparse-checkout out of actions/checkout.'
}

function outside({ repositoryOutside }: CheckoutFacts, { tail }: StepFacts): string | null {
  if (!repositoryOutside || !NO_REPOSITORY.test(tail)) return null
  return 'The git folder of this checkout lies outside of it, as a linked worktree’s does, and steps do not see it: check out a clone of its own for steps that need git.'
}

function otherOwner({ tail, outcome }: StepFacts): string | null {
  if (outcome.kind !== 'failed' || !OTHER_OWNER.test(tail)) return null
  return 'git took no repository of another owner. Confine lifts that by variables, GIT_CONFIG_COUNT and those beside it: let the script keep them.'
}

function sparse({ sparseFiles }: CheckoutFacts, { tail }: StepFacts): string | null {
  if (sparseFiles === 0 || !MISSING_FILE.test(tail)) return null
  const are = sparseFiles === 1 ? 'is' : 'are'
  return `This checkout is sparse, ${plural(sparseFiles, 'file')} of the commit ${are} not there: widen the input sparse-checkout of actions/checkout if the step needs more.`
}

function pointers({ lfsPointers }: CheckoutFacts): string | null {
  if (lfsPointers.count === 0) return null
  const files = plural(lfsPointers.count, 'LFS pointer file')
  return `This checkout has ${files} in place of the data (${named(lfsPointers)}): give actions/checkout "lfs: true" if the step needs it.`
}

function submodules({ absentSubmodules }: CheckoutFacts): string | null {
  if (absentSubmodules.count === 0) return null
  const absent = plural(absentSubmodules.count, 'submodule')
  return `This checkout has ${absent} not checked out (${named(absentSubmodules)}): give actions/checkout "submodules: recursive" if the step needs it.`
}

function named({ count, first }: Few): string {
  const more = count - first.length
  return more > 0 ? `${first.join(', ')} and ${String(more)} more` : first.join(', ')
}
