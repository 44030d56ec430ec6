// Shows Markdown files as GitHub would: node scripts/render-preview.mjs [--light|--dark] [--open] out.html in.md...
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'
import { markdownToHtml } from './github-markdown.mjs'

const SHEETS = { auto: 'github-markdown.css', light: 'github-markdown-light.css', dark: 'github-markdown-dark.css' }

/** The page around it: a column as wide as the conversation of a pull request, in the scheme's own canvas. */
const FRAME = `
:root { color-scheme: light dark }
body { margin: 0; background: light-dark(#fff, #0d1117) }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px }
.markdown-body { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px; padding: 16px; margin-bottom: 24px; font-size: 14px }
`

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * A whole page, complete in itself. Nothing in it runs or loads: the Markdown is foreign text, and the policy says so.
 * @param {string} title
 * @param {readonly string[]} markdownBodies each is shown as a comment of its own
 * @param {{ scheme?: 'auto' | 'light' | 'dark', open?: boolean }} options `open` unfolds all folds
 * @returns {string} HTML
 */
export function renderPage(title, markdownBodies, { scheme = 'auto', open = false } = {}) {
  const css = readFileSync(createRequire(import.meta.url).resolve(`github-markdown-css/${SHEETS[scheme]}`), 'utf8')
  const forced = scheme === 'auto' ? '' : `:root { color-scheme: ${scheme} }`
  const bodies = markdownBodies.map((markdown) => {
    const html = markdownToHtml(markdown)
    return `<article class="markdown-body">${open ? html.replaceAll('<details>', '<details open>') : html}</article>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${css}${FRAME}${forced}</style>
<main>
${bodies.join('\n')}
</main>
</html>
`
}

function main(args) {
  const flags = args.filter((arg) => arg.startsWith('--'))
  const [out, ...files] = args.filter((arg) => !arg.startsWith('--'))
  if (out === undefined || files.length === 0) {
    throw new Error('usage: render-preview.mjs [--light|--dark] [--open] out.html in.md...')
  }
  const scheme = ['light', 'dark'].find((name) => flags.includes(`--${name}`)) ?? 'auto'
  const bodies = files.map((file) => readFileSync(file, 'utf8'))
  writeFileSync(
    out,
    renderPage(files.map((file) => basename(file)).join(', '), bodies, { scheme, open: flags.includes('--open') }),
  )
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) main(argv.slice(2))
