import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outputOf, runAction } from '../support/action.ts'
import { checkoutWith, endsOf } from '../support/case-files.ts'
import { printedBy, stepNamed } from '../support/hostile-run.ts'

const LISTEN =
  'const n=require("net");const go=(h,f)=>{const s=n.createServer(c=>c.end("hi")).on("error",e=>{console.log(h,e.code);process.exit(1)}).listen(0,h,()=>n.connect(s.address().port,h).on("data",d=>{console.log(h,String(d));s.close(f)}))};go("127.0.0.1",()=>go("localhost",()=>console.log("done")))\n'

const V6 = 'exec node -e \'require("net").createServer().listen(0, "::1", () => process.exit(0))\''

const SCRIPTS = {
  'ci/l.sh': '#!/bin/sh\nexec node ci/l.js\n',
  'package.json': '{"name":"p","version":"1.0.0","scripts":{"lint":"semver 1.2.3"}}\n',
  'ci/n.sh': '#!/bin/sh\nnpx some-absent-package-xyz --version\n',
  'ci/u.sh':
    '#!/bin/sh\nexec node -e "const u=require(\\"os\\").userInfo();if(u.uid!==4321||u.homedir!==process.env.HOME)process.exit(1);console.log(u.username,require(\\"os\\").homedir())"\n',
}

describe('inside a Node image, for a checkout owner that it does not know', () => {
  let run: ActionRun

  beforeAll(async () => {
    const checkout = checkoutWith({ ...SCRIPTS, 'ci/l.js': LISTEN }, { owner: { uid: 4321, gid: 4321 } })
    // npm's own waits between its tries take a minute; without them the same end is reached.
    const npx = { run: 'ci/n.sh', env: { npm_config_fetch_retries: '0' }, 'timeout-minutes': 2 }
    const requires = { name: 'requires', run: `node -e 'require("semver")'` }
    const steps = ['ci/l.sh', { name: 'v6', run: V6 }, 'ci/u.sh', npx, requires, 'npm run lint']
    run = await runAction({ checkout, image: 'node', steps })
  })

  test('NET-01: localhost works', () => {
    expect(stepNamed(run, 'ci/l.sh').outcome).toEqual({ kind: 'verified' })
    expect(printedBy(run, 'ci/l.sh')).toBe('127.0.0.1 hi\nlocalhost hi\ndone\n')
  })

  test('NET-01: ::1 works too, but where the kernel is without IPv6, and the report says so', () => {
    const { outcome, hints } = stepNamed(run, 'v6')
    if (existsSync('/proc/net/if_inet6')) expect(outcome).toEqual({ kind: 'verified' })
    else expect(hints).toEqual([expect.stringMatching(/^There is no address ::1/)])
  })

  test('ID-04: userInfo() has a name and HOME', () => {
    expect(stepNamed(run, 'ci/u.sh').outcome).toEqual({ kind: 'verified' })
    expect(printedBy(run, 'ci/u.sh')).toMatch(/^\w+ \/home\/confine\n$/)
  })

  test('NET-05: npx for a package that is not there fails, and is told why', () => {
    const { outcome, hints } = stepNamed(run, 'ci/n.sh')
    expect(outcome.kind).toBe('failed')
    expect(printedBy(run, 'ci/n.sh')).not.toContain('Ok to proceed')
    expect(hints).toEqual([expect.stringMatching(/Steps have none, by design.*npm ci/)])
  })

  test('dependencies that are not installed are told', () => {
    const installed = /and the checkout has no node_modules.*"npm ci --ignore-scripts"/
    for (const name of ['requires', 'npm run lint'])
      expect(stepNamed(run, name).hints).toEqual([expect.stringMatching(installed)])
  })
})

test('LOC-01: the image’s own locale is respected', async () => {
  const reference = `confine-test/locale:${String(process.pid)}`
  const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim()
  const container = docker(
    'create',
    '--label',
    'confine.test=1',
    '--network',
    'none',
    'confine-test/debian:latest',
    'true',
  )
  try {
    docker(
      'commit',
      '--change',
      'ENV LANG=de_DE.UTF-8 LC_ALL=C',
      '--change',
      'LABEL confine.test=1',
      container,
      reference,
    )
    const checkout = checkoutWith({ 'ci/l.sh': '#!/bin/bash\nlocale charmap 2>/dev/null; echo "$LANG|$LC_ALL"\n' })
    const run = await runAction({ checkout, steps: ['ci/l.sh'], inputs: { image: reference } })
    expectVerified(run)
    expect(outputOf(run)).toMatch(/\nde_DE\.UTF-8\|C\n$/)
  } finally {
    docker('rm', container)
    docker('image', 'rm', reference)
  }
})

test('EXIT-07: instant scripts never lose their code', async () => {
  const checkout = checkoutWith({ 'ci/i.sh': '#!/bin/sh\nexit 7\n' })
  const run = await runAction({ checkout, steps: Array<string>(60).fill('ci/i.sh') })
  expect(endsOf(run)).toEqual(Array<string>(60).fill('failed(7)'))
  expect(run.log).not.toMatch(/\b404\b|no such container/i)
  expect(run.exitCode).toBe(1)
})
