import { dirname } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { type Checkout, makeCheckout } from '../support/checkouts.ts'
import { meddledEngine, withHost } from '../support/hostile-engine.ts'
import { liar, SHOW_PROBE } from '../support/hostile-liar.ts'
import { claimOf, printedBy, unmetClaims } from '../support/hostile-run.ts'

/** What the real probe says in a container for this checkout, markers included. */
async function learn(checkout: Checkout): Promise<string> {
  using image = loadImage('hostile-honest')
  const steps = [{ name: 'learn', run: SHOW_PROBE }]
  const run = await runAction({ checkout, steps, inputs: { image: image.reference } })
  expectVerified(run)
  return printedBy(run, 'learn')
}

/** Red, and neither verdict nor posture take the liar's word. */
function expectUnmasked(run: ActionRun): void {
  expect(run.exitCode).toBe(1)
  expect(reportOf(run).verdict.value).toBe('not-verified')
  expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  expect(run.github.state.comments[0]?.body).not.toContain('✅ Confine')
}

describe('an image whose shell is a liar with a perfect posture', () => {
  test('(b) 27: is not taken for a proof: the control lies just as well, so the probe sees nothing', async () => {
    const checkout = makeCheckout()
    using image = loadImage('hostile-liar', { shell: liar(await learn(checkout)) })
    const run = await runAction({ checkout, steps: ['false'], inputs: { image: image.reference } })
    expectUnmasked(run)
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-confined', claims: ['probe.sighted'] }])
    // Its posture is perfect: nothing else is held against it.
    expect(unmetClaims(run)).toEqual(['probe.sighted'])
    expect(reportOf(run).verdict.reason).toMatch(/probe\.sighted is refuted$/)
    expect(outcomesOf(run)[0]).toMatchObject({
      reason: expect.stringContaining('probe.sighted is refuted (the control looks confined: network.none'),
    })
  })

  test('(b) 27: is contradicted by the host where the container is not what was asked for', async () => {
    const checkout = makeCheckout()
    using image = loadImage('hostile-liar', { shell: liar(await learn(checkout)) })
    const asked = { CapDrop: ['ALL'], ReadonlyRootfs: true, PidsLimit: 4096 }
    await using engine = await meddledEngine([
      { path: /\/containers\/create/, request: withHost({ CapDrop: [], ReadonlyRootfs: false }) },
      { path: /\/containers\/[0-9a-f]{64}\/json/, answer: withHost({ CapDrop: asked.CapDrop, ReadonlyRootfs: true }) },
    ])
    const env = { DOCKER_HOST: engine.address }
    const run = await runAction({ checkout, steps: ['false', 'false'], inputs: { image: image.reference }, env })
    expect(engine.meddled()).toBeGreaterThan(1)
    expectUnmasked(run)
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-confined' }, { kind: 'not-run' }])
    for (const id of ['capabilities.none', 'rootfs.read-only'] as const) {
      const { verdict, observations } = claimOf(run, id)
      expect(verdict).toBe('refuted')
      const stances = (witness: string) =>
        observations.filter((one) => one.witness === witness).map(({ stance }) => stance)
      expect(stances('host')).toContain('contradicts')
      expect(new Set(stances('inside'))).toEqual(new Set(['confirms']))
      expect(new Set(stances('engine'))).toEqual(new Set(['confirms']))
    }
    expect(reportOf(run).verdict.reason).toMatch(/capabilities\.none|rootfs\.read-only/)
    expect(run.log).not.toContain('all tests passed')
  })

  test('(b) 27: is not taken for a proof where the host can not look', async () => {
    const checkout = makeCheckout()
    using image = loadImage('hostile-liar', { shell: liar(await learn(checkout)) })
    await using engine = await meddledEngine([
      {
        path: /\/containers\/[0-9a-f]{64}\/json/,
        answer: (body) => ({ ...body, State: { ...(body['State'] as object), Pid: 1 } }),
      },
    ])
    const env = { DOCKER_HOST: engine.address }
    const run = await runAction({ checkout, steps: ['false'], inputs: { image: image.reference }, env })
    expect(engine.meddled()).toBeGreaterThan(0)
    expectUnmasked(run)
    expect(unmetClaims(run)).toContain('probe.sighted')
  })
})

describe('an image that wants to decide', () => {
  test('(b) 28: entry point, user, folder, health check and volumes of its own: all of it is overridden', async () => {
    const checkout = makeCheckout()
    const config = {
      Entrypoint: ['/bin/busybox', 'sh', '-c', 'echo entry point; exit 0'],
      Cmd: ['/bin/false'],
      User: '0:0',
      WorkingDir: '/proc/self/fd/8',
      Healthcheck: { Test: ['CMD', '/bin/busybox', 'wget', 'http://name.invalid/'], Interval: 1_000_000 },
      Volumes: { [checkout.path]: {}, [dirname(checkout.path)]: {}, '/undeclared': {} },
      Shell: ['/bin/false'],
    }
    using image = loadImage('hostile-settings', { config })
    const steps = [
      { name: '28', run: 'busybox cat README; busybox id -u; busybox pwd; echo x >/undeclared/x; echo x >x' },
      { name: 'later', run: 'busybox ls /undeclared; busybox cat x' },
    ]
    const run = await runAction({ checkout, steps, inputs: { image: image.reference } })
    expectVerified(run)
    expect(printedBy(run, '28')).toBe(`hello\n1001\n${checkout.path}\n`)
    expect(printedBy(run, 'later')).toBe('x\n')
    expect(run.log).not.toContain('entry point')
    expect(claimOf(run, 'mounts.exact').verdict).toBe('proven')
  })

  test('(b) 28: a volume that hides what the proof needs: it is red', async () => {
    using image = loadImage('hostile-volume', { config: { Volumes: { '/bin': {} } } })
    const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN'], inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([{ kind: expect.stringMatching(/^not-(started|confined)$/) }])
    expect(run.exitCode).toBe(1)
    expect(run.log).not.toMatch(/^RAN$/m)
  })
})
