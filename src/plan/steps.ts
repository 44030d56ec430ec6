import type { Step } from '../domain/step.ts'
import type { Problems } from './problems.ts'
import { type Draft, parseStep, type StepContext } from './step.ts'
import { splitSteps } from './step-list.ts'

/** The input `steps`, with an id for each. Short or empty only when problems were found. */
export function parseSteps(text: string, context: StepContext): readonly Step[] {
  const drafts = splitSteps(text, context.problems).map((item, index) => parseStep(item, index, context))
  return withIds(
    drafts.filter((draft) => draft !== null),
    context.problems,
  )
}

/** Steps without an id get `step-1` and so on by their place, with a letter behind it where that is taken. */
function withIds(drafts: readonly Draft[], problems: Problems): readonly Step[] {
  const taken = new Set<string>()
  for (const { id, index } of drafts) {
    if (id === null) continue
    if (taken.has(id)) problems.addValue(`steps[${String(index)}].id`, 'an id that no other step has', id)
    taken.add(id)
  }
  return drafts.map((draft) => {
    const id = draft.id ?? freeId(`step-${String(draft.index + 1)}`, taken)
    taken.add(id)
    return { ...draft, id }
  })
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeId(`${wanted}x`, taken) : wanted
}
