import type { Hint } from './hints.ts'

const incomplete: Hint = ({ complete }) => (complete ? null : 'The output may be incomplete: its stream did not end.')

export const outputHints: readonly Hint[] = [incomplete]
