// Markdown as GitHub shows it: cmark-gfm's dialect, then GitHub's list of allowed elements. `defaultSchema` is that list.
import { fromHtml } from 'hast-util-from-html'
import { defaultSchema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Elements of an HTML tree (hast), sanitised. */
export function markdownTree(markdown) {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return sanitize(fromHtml(html, { fragment: true }), defaultSchema)
}

export function markdownToHtml(markdown) {
  return toHtml(markdownTree(markdown))
}
