/** What a reader must not take from any posture, in every report. */
export const NOT_COVERED: readonly string[] = [
  'The kernel is shared with the runner unless the claim kernel.isolation says otherwise: a fault in it is a way out.',
  'Whether the tests are any good, or were weakened by the very change that they test.',
  'What the image holds: it is run as it is, and its /bin/sh carries the probe.',
  'Steps of the job before and after this one, which are not confined.',
  'The commands of one step against each other: hostile code can end, replace or fake the rest of its own step.',
  'Later steps against earlier ones: all share one layer over the checkout.',
  'Problem matchers that earlier steps of the job registered: they still read what a step prints.',
  'What a step prints: it is published, so it can carry anything that the step could read.',
  'Dependencies that lie in the checkout: they run as the branch brought them.',
]
