// @ts-check
/**
 * One figure with its target. `limit` is the largest, or the smallest, value that will do.
 *
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} how what was measured, and against what
 * @property {number} value
 * @property {'times' | 'MB'} unit
 * @property {'at most' | 'at least'} bound
 * @property {number} limit
 * @property {string} medians the two values behind it, for a reader's sense of scale
 */

/** Not a number never meets a target. @param {Figure} figure */
export function isMet({ value, bound, limit }) {
  return bound === 'at most' ? value <= limit : value >= limit
}

/** @param {Pick<Figure, 'unit'>} figure @param {number} value */
function shown({ unit }, value) {
  return unit === 'MB' ? `${value.toFixed(1)} MB` : `${value.toFixed(2)} ×`
}

/** @param {Figure} figure */
export const valueOf = (figure) => shown(figure, figure.value)

/** @param {Figure} figure */
export const targetOf = (figure) => `${figure.bound} ${shown(figure, figure.limit)}`

/** @param {number} milliseconds */
export const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
