import { describe, expect, test } from '@jest/globals'
import { renderPage } from '../../../scripts/render-preview.mjs'
import { renderComment } from '../../../src/report/render-comment.ts'
import { SAMPLES } from '../../support/report-samples.ts'

describe('the preview', () => {
  test('shows each body by itself', () => {
    const page = renderPage('a <b>', ['# one', '# two'])
    expect(page.match(/<article /g)).toHaveLength(2)
    expect(page).toContain('<title>a &#60;b&#62;</title>')
  })

  test('is sanitised as GitHub does it, and loads nothing', () => {
    const raw = '<script>alert(1)</script><style>*{}</style><img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))'
    const page = renderPage('x', [raw, renderComment(SAMPLES.hostile!())])
    expect(page).not.toMatch(/<script|onerror=["']|href="javascript:/)
    expect(page.match(/<style/g)).toHaveLength(1)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })

  test('unfolds on demand', () => {
    const body = renderComment(SAMPLES.verified!())
    expect(renderPage('x', [body])).not.toContain('<details open>')
    expect(renderPage('x', [body], { open: true })).toContain('<details open>')
  })

  test.each(['auto', 'light', 'dark'] as const)('in the scheme %s', (scheme) => {
    const page = renderPage('x', ['y'], { scheme })
    expect(page.includes('prefers-color-scheme: dark')).toBe(scheme === 'auto')
    expect(page.includes(`:root { color-scheme: ${scheme} }`)).toBe(scheme !== 'auto')
  })
})
