/**
 * What to say to somebody.
 *
 * @param {string} name
 */
export function greeting(name) {
  return `Hello, ${name.trim() || 'stranger'}!`
}
