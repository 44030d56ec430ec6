import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from '@jest/globals'
import { expectVerified, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { startRegistry } from '../support/registry.ts'

const IMAGE = 'confine-test/busybox:latest'
const pulled: string[] = []

afterEach(() => {
  for (const reference of pulled.splice(0)) execFileSync('docker', ['rmi', reference], { stdio: 'ignore' })
})

test('an image that is not there is pulled by digest, with the credentials that docker login stored', async () => {
  await using registry = await startRegistry()
  const digest = registry.push(IMAGE, 'team/busybox:1')
  const reference = `${registry.host}/team/busybox@${digest}`
  const checkout = makeCheckout()
  const run = await runAction({ checkout, inputs: { image: reference }, env: { DOCKER_CONFIG: registry.loggedIn } })
  pulled.push(reference)
  expectVerified(run)
  expect(reportOf(run).image).toMatchObject({ reference, digest: reference, pinned: true, origin: 'pulled' })
  expect(run.log).toContain(`pulling ${reference}`)
  expect(run.log).toMatch(/Digest: sha256:|Status: /)
})

test('a tag is recorded as what it resolved to, and `always` asks the registry again', async () => {
  await using registry = await startRegistry()
  const digest = registry.push(IMAGE, 'team/busybox:1')
  const reference = `${registry.host}/team/busybox:1`
  const options = { checkout: makeCheckout(), inputs: { image: reference }, env: { DOCKER_CONFIG: registry.loggedIn } }
  const first = await runAction(options)
  pulled.push(reference)
  expect(reportOf(first).image).toMatchObject({
    digest: `${registry.host}/team/busybox@${digest}`,
    pinned: false,
    origin: 'pulled',
  })
  const second = await runAction(options)
  expect(reportOf(second).image).toMatchObject({ origin: 'local' })
  const third = await runAction({ ...options, inputs: { image: reference, pull: 'always' } })
  expect(reportOf(third).image).toMatchObject({ origin: 'pulled' })
})

test('without a login the registry’s refusal is the reason, and no step runs', async () => {
  await using registry = await startRegistry()
  registry.push(IMAGE, 'team/busybox:1')
  const reference = `${registry.host}/team/busybox:1`
  const run = await runAction({
    checkout: makeCheckout(),
    inputs: { image: reference },
    env: { DOCKER_CONFIG: registry.stranger },
  })
  expect(run.exitCode).toBe(1)
  const report = reportOf(run)
  expect(report.verdict.reason).toMatch(/could not be pulled: .*no basic auth credentials/)
  expect(report.steps.map(({ outcome }) => outcome.kind)).toEqual(['not-run'])
})
