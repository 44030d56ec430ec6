import { expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'

const SETTINGS = {
  Entrypoint: ['/bin/false'],
  Cmd: ['/bin/false'],
  User: '0:0',
  WorkingDir: '/elsewhere',
  Env: ['PATH=/bin:/own/bin', 'FROM_IMAGE=yes', 'HOME=/root', 'CI=no'],
  Volumes: { '/data': {}, '/home/confine': {} },
  Healthcheck: { Test: ['CMD-SHELL', 'touch /tmp/healthy'], Interval: 1_000_000 },
  OnBuild: ['RUN false'],
  StopSignal: 'SIGKILL',
}

test('what an image sets for itself does not loosen the confinement', async () => {
  using image = loadImage('settings', { config: SETTINGS })
  const steps = [
    'busybox id -u; busybox pwd; echo $HOME $CI $FROM_IMAGE $PATH',
    'busybox sleep 1; busybox ls /tmp; echo x >/data/x; busybox cat /data/x; busybox grep " /data " /proc/mounts',
  ]
  const checkout = makeCheckout()
  const run = await runAction({ checkout, steps, inputs: { image: image.reference } })
  expectVerified(run)
  expect(outputOf(run, 0)).toBe(`1001\n${checkout.path}\n/home/confine true yes /bin:/own/bin\n`)
  expect(outputOf(run, 1)).toMatch(/^(confine-test-\S+\n)?x\ntmpfs \/data tmpfs /)
  expect(reportOf(run).image).toMatchObject({ reference: image.reference, pinned: false })
})
