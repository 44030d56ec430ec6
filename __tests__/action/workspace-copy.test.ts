import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { BASIC, makeCheckoutWithCredential, PLANTED, SITES } from '../support/action-credentials.ts'
import { type Hidden } from '../support/action-hide.ts'
import { makeCheckout } from '../support/checkouts.ts'

const HIDDEN: readonly { readonly hide: readonly Hidden[] }[] = [
  { hide: ['temp'] },
  { hide: ['work'] },
  { hide: ['temp', 'work'] },
]

describe.each(HIDDEN)('when the engine does not see the folders $hide', ({ hide }) => {
  test('the checkout is copied, and says why', async () => {
    const checkout = makeCheckout({ 'a b/c': 'content\n', ünï: 'x\n' }, { untracked: { 'odd\nname': 'odd\n' } })
    const steps = ['cat "a b/c" ünï odd*; git status --porcelain; echo changed >"a b/c"; mv "a b" d', 'cat d/c; pwd']
    const run = await runAction({ checkout, image: 'debian', steps, hide })
    expectVerified(run)
    expect(outputOf(run, 0)).toBe('content\nx\nodd\n?? "odd\\nname"\n')
    expect(outputOf(run, 1)).toBe(`changed\n${checkout.path}\n`)
    const { workspace } = reportOf(run)
    expect(workspace).toMatchObject({ method: 'copy', reason: 'the engine does not see the folders of this job' })
    expect(run.log).toContain('copying the checkout')
  })

  test('no credential is in the copy', async () => {
    const [site] = SITES
    const run = await runAction({
      checkout: makeCheckoutWithCredential(site!),
      image: 'debian',
      steps: [
        `if grep -ra -e 'Planted[T]oken' -e '${BASIC.slice(0, 11)}[${BASIC.slice(11, 12)}]' .; then echo FOUND; fi`,
      ],
      hide,
    })
    expectVerified(run)
    expect(outputOf(run)).toBe('')
    expect(run.log).not.toContain(PLANTED)
  })
})

test('a checkout of root is copied for a user who is not', async () => {
  const checkout = makeCheckout({}, { owner: { uid: 0, gid: 0 } })
  const run = await runAction({ checkout, image: 'debian', steps: ['stat -c %u:%g . README .git; id -u; git status'] })
  expectVerified(run)
  expect(outputOf(run)).toMatch(/^1000:1000\n1000:1000\n1000:1000\n1000\n/)
  expect(reportOf(run).workspace).toMatchObject({ method: 'copy', reason: expect.stringContaining('belongs to root') })
  expect(reportOf(run).profile).toMatchObject({ user: '1000:1000', userSource: expect.stringContaining('root') })
})

test('a checkout of someone else is used as theirs', async () => {
  const checkout = makeCheckout({}, { owner: { uid: 54_321, gid: 54_322 } })
  mkdirSync(join(checkout.temp, 'other'))
  const run = await runAction({ checkout, steps: ['id -u; id -g; echo new >new; stat -c %u:%g new README'] })
  expectVerified(run)
  expect(outputOf(run)).toBe('54321\n54322\n54321:54322\n54321:54322\n')
})
