import { formatBytes } from '../domain/units.ts'
import type { Hint } from './hints.ts'

const incomplete: Hint = ({ complete }) => (complete ? null : 'The output may be incomplete: its stream did not end.')

const cut: Hint = ({ droppedBytes, profile, outcome }) =>
  droppedBytes > 0 && outcome.kind !== 'verified'
    ? `${formatBytes(droppedBytes)} from the middle of the output were not kept: output-limit is ${formatBytes(profile.outputBytes)}. Raise it, or print less.`
    : null

/** On the record of the output; these tell no cause. */
export const outputHints: readonly Hint[] = [incomplete, cut]
