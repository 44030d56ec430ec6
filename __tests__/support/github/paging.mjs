// @ts-check
const DEFAULT_SIZE = 30
const LARGEST_SIZE = 100

/**
 * One page of a list and the Link header that leads on.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {Record<string, string>} query as it came: per_page and page stay text in the links
 * @param {string} url of this list, without query
 * @returns {{ items: T[], headers: Record<string, string> }}
 */
export function page(items, query, url) {
  const size = Math.min(positive(query.per_page, DEFAULT_SIZE), LARGEST_SIZE)
  const number = positive(query.page, 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const start = (number - 1) * size
  const to = (/** @type {number} */ target, /** @type {string} */ rel) => {
    const search = new URLSearchParams({ ...query, page: String(target) })
    return `<${url}?${search}>; rel="${rel}"`
  }
  const links = []
  if (number > 1) links.push(to(Math.min(number - 1, last), 'prev'))
  if (number < last) links.push(to(number + 1, 'next'), to(last, 'last'))
  if (number > 1) links.push(to(1, 'first'))
  /** @type {Record<string, string>} */
  const headers = links.length === 0 ? {} : { link: links.join(', ') }
  return { items: items.slice(start, start + size), headers }
}

/** @param {string | undefined} text @param {number} fallback */
function positive(text, fallback) {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}
