import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { type Meddling, meddledEngine } from '../support/hostile-engine.ts'
import { claimOf } from '../support/hostile-run.ts'
import { bareIds, containerdStore, podmanNames } from '../support/image-stores.ts'
import { type Registry, startRegistry } from '../support/registry.ts'

let registry: Registry
let digest: string
let id: string
const reference = () => `${registry.host}/team/busybox:1`
const docker = (...args: string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim()

/** Pulled, for only then has an image a digest of its registry; under a second name too, that comes first in every list. */
beforeAll(async () => {
  registry = await startRegistry()
  registry.push('confine-test/busybox:latest', '0/first:1')
  digest = registry.push('confine-test/busybox:latest', 'team/busybox:1')
  for (const name of ['0/first:1', 'team/busybox:1'])
    docker('--config', registry.loggedIn, 'pull', '-q', `${registry.host}/${name}`)
  id = docker('inspect', '--format', '{{.Id}}', reference())
})
afterAll(async () => {
  docker('rmi', reference(), `${registry.host}/0/first:1`)
  await registry[Symbol.asyncDispose]()
})

async function onStore(meddlings: readonly Meddling[], image = reference()): Promise<ActionRun> {
  await using engine = await meddledEngine(meddlings)
  const env = { DOCKER_HOST: engine.address }
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN'], inputs: { image, pull: 'never' }, env })
  expect(engine.meddled() > 0).toBe(meddlings.length > 0)
  return run
}

test('STORE-01: the image is the same by its registry’s digest, whatever id the engine’s store gives it', async () => {
  const pinned = `${registry.host}/team/busybox@${digest}`
  const [classic, containerd, byDigest] = await Promise.all([
    onStore([]),
    onStore(containerdStore(id, digest)),
    onStore(containerdStore(id, digest), pinned),
  ])
  for (const run of [classic, containerd, byDigest]) {
    expectVerified(run)
    const report = reportOf(run)
    expect(report.image).toMatchObject({ digest: pinned, pinned: run === byDigest, origin: 'local' })
    expect(report.notes).toEqual([])
    expect(claimOf(run, 'image.identity')).toMatchObject({ verdict: 'proven', demanded: report.image?.id })
    expect(run.summary).toMatch(new RegExp(`\\| Registry digest +\\| \`${pinned}\` +\\|`))
    expect(run.summary).toMatch(new RegExp(`\\| Local id +\\| \`${String(report.image?.id)}\``))
    expect(run.log).toContain(`Image ${pinned} (local)`)
    expect(run.log).not.toMatch(/^::(?:warning|error)|image[^\n]*changed/m)
  }
  expect(reportOf(classic).image?.id).toBe(id)
  expect(reportOf(containerd).image?.id).toBe(digest)
  expect(id).not.toBe(digest)
})

test('STORE-01: an engine that names a container’s image otherwise than it was asked for is not believed', async () => {
  const half = containerdStore(id, digest).slice(0, 2)
  const rows = [
    { run: onStore(half), claims: ['image.identity', 'engine.faithful'] },
    { run: onStore(podmanNames(reference())), claims: ['engine.faithful'] },
  ]
  for (const { run, claims } of rows) {
    const ended = await run
    expect(ended.exitCode).toBe(1)
    expect(outcomesOf(ended)).toMatchObject([{ kind: 'not-confined', claims }])
    expect(ended.log).not.toMatch(/^RAN$/m)
    expect(claimOf(ended, 'engine.faithful').observations.map(({ seen }) => seen)).toContain('differs: Config.Image')
  }
})

test('STORE-01: an id of no known form is red before anything is made', async () => {
  const run = await onStore(bareIds())
  expect(run.exitCode).toBe(1)
  const reason = `image ${reference()}: the engine gives it no id of the form sha256:…`
  expect(reportOf(run).verdict.reason).toBe(reason)
  expect(outcomesOf(run)).toEqual([{ kind: 'not-run', because: reason }])
})
