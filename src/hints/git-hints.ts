import { plural } from '../domain/units.ts'
import type { CheckoutFacts, StepFacts } from '../domain/step-facts.ts'
import { ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

/** What git says when commits that it is asked for are not there, and tools that look for a whole history. */
const HISTORY =
  /shallow (?:clone|repositor|update|boundar|fetch)|fatal: .*(?:unknown revision|(?:bad|invalid) (?:revision|object)|no (?:merge base|common ancestor)|not a valid (?:object|commit|ref)|needed a single revision|no such (?:commit|revision)|reference is not a tree|could not parse object|unrelated histories)/i
const TAGS =
  /no names found|(?:cannot|no tags can) describe|no tags? (?:found|could|match|exist)|no git tags?\b|setuptools[-_]scm was unable/i
const HISTORY_COMMAND =
  /(?<![\w./-])git\s(?:[^\n|;&]*\s)?(?:describe|merge-base|rev-list|blame|log|shortlog|bisect|cherry)\b/
/** Which ask for tags; `git tag NAME` makes one. */
const TAG_COMMAND =
  /(?<![\w./-])git\s(?:[^\n|;&]*\s)?(?:describe\b|tag(?:\s*(?:$|[\n|;&)])|\s+(?:-l|-n|--(?:list|sort|contains|points-at|merged))\b))/
const MISSING_OBJECT =
  /promisor|lazy fetch|missing (?:blob|tree|object|necessary)|fatal: unable to read [0-9a-f]|bad (?:object|tree)/i
/** git tells of the network when it fetches an object unasked, and when it is asked to fetch. */
const UNREACHABLE = /^fatal: unable to access '|unable to find remote helper/m
const REMOTE_COMMAND = /(?<![\w./-])git\s(?:[^\n|;&]*\s)?(?:clone|fetch|pull|push|ls-remote|submodule|remote)\b/
const NO_REPOSITORY = /not a git repository/i
const OTHER_OWNER = /detected dubious ownership in repository|unsafe repository \(|not owned by current user/i
const NO_IDENTITY = /Please tell me who you are|unable to auto-detect email address|empty ident name/

/** What the checkout lacks explains a failure only: a step that passed needed none of it. */
function ofCheckout(hint: (checkout: CheckoutFacts, facts: StepFacts) => string | null): Hint {
  return (facts) => (facts.checkout === null || facts.outcome.kind !== 'failed' ? null : hint(facts.checkout, facts))
}

const identity = ofWords(
  NO_IDENTITY,
  'git does not know whose commit or tag it is to make: set user.name and user.email in the step, for example by "git config".',
)

const otherOwner: Hint = ofFailure(({ tail, outcome }) =>
  outcome.kind === 'failed' && OTHER_OWNER.test(tail)
    ? 'git took no repository of another owner. Confine lifts that by variables, GIT_CONFIG_COUNT and those beside it: let the script keep them.'
    : null,
)

const outside = ofCheckout(({ repositoryOutside }, { tail }) =>
  repositoryOutside && NO_REPOSITORY.test(tail)
    ? 'The git folder of this checkout lies outside of it, as a linked worktree’s does, and steps do not see it: check out a clone of its own for steps that need git.'
    : null,
)

const partial = ofCheckout(({ partial }, { tail, step }) => {
  const unasked = UNREACHABLE.test(tail) && !REMOTE_COMMAND.test(step.run)
  if (!partial || !(MISSING_OBJECT.test(tail) || unasked)) return null
  return 'This checkout is a partial clone, missing objects cannot be fetched without a network: leave the inputs filter and sparse-checkout out of actions/checkout.'
})

const history = ofCheckout((checkout, { tail }) => lacking(checkout, HISTORY.test(tail), TAGS.test(tail)))

const historyOfCommand = ofCheckout((checkout, { step }) =>
  lacking(checkout, HISTORY_COMMAND.test(step.run), TAG_COMMAND.test(step.run)),
)

/** What is told where commits, or tags, were asked for. */
function lacking({ shallowCommits, hasTags }: CheckoutFacts, commits: boolean, tags: boolean): string | null {
  const noTags = !hasTags && tags
  if (shallowCommits !== null && (commits || tags))
    return `This checkout is shallow (${plural(shallowCommits, 'commit')})${noTags ? ' and has no tags' : ''}: give actions/checkout "fetch-depth: 0" for all history and tags.`
  if (!noTags) return null
  return 'This checkout has no tags: give actions/checkout "fetch-tags: true", if the repository has any.'
}

export const gitHints: readonly Hint[] = [identity, otherOwner, outside, history]
/** Comes before what is told of the network, which git asks for the objects. */
export const partialHints: readonly Hint[] = [partial]
export const gitCommandHints: readonly Hint[] = [historyOfCommand]
