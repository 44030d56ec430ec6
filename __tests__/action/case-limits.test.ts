import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { meddledEngine } from '../support/hostile-engine.ts'
import { commentOf, printedBy, published, stepNamed } from '../support/hostile-run.ts'

const MIB = 1024 ** 2

function outcome(run: ActionRun, name: string) {
  return stepNamed(run, name).outcome
}

function hints(run: ActionRun, name: string): string {
  return stepNamed(run, name).hints.join('\n')
}

describe('small limits', () => {
  let run: ActionRun

  beforeAll(async () => {
    const steps = [
      { name: 'OOM-01', run: 'tail /dev/zero || true; echo done' },
      { name: 'OOM-01 in the background', run: '(tail /dev/zero; sleep 60) & sleep 1; echo done' },
      { name: 'OOM-01 as the shell itself', run: 'exec tail /dev/zero' },
      { name: 'after memory', run: 'test -w . && ls' },
      { name: 'PIDS-01', run: 'for i in $(seq 1 200); do sleep 5 & done; echo after' },
      { name: 'PIDS-01 swallowed', run: '(for i in $(seq 1 200); do sleep 5 & done) || exit 3' },
      { name: 'PIDS-01 passed over', run: '(for i in $(seq 1 200); do sleep 5 & done) 2>/dev/null || true' },
      { name: 'after processes', run: 'sleep 0 & sleep 0 & wait; echo fine' },
      { name: 'file size by signal', run: 'exec head -c 3000000 /dev/zero >large' },
      { name: 'file size by words', run: "trap '' XFSZ; dd if=/dev/zero of=large bs=1M count=3" },
    ]
    const inputs = {
      ...{ memory: '64m', 'tmp-size': '16m', 'shm-size': '1m', 'pids-limit': '32', 'file-size': '2m' },
      comment: 'on-failure',
    }
    run = await runAction({ checkout: makeCheckout(), steps, inputs })
  })

  test('OOM-01: a child is killed for memory, the script goes on and exits 0', () => {
    expect(outcome(run, 'OOM-01')).toEqual({ kind: 'out-of-memory', exitCode: 0, limitBytes: 64 * MIB })
    expect(printedBy(run, 'OOM-01')).toMatch(/^done$/m)
    const told = 'at least one process was killed at the limit of 64 MiB (exit 0)'
    expect(run.log).toContain(`OOM-01: out of memory: ${told}`)
    expect(commentOf(run)).toContain('at least one process was killed at the limit of 64 MiB')
    expect(hints(run, 'OOM-01')).toContain('Raise memory, now 64 MiB')
    expect(outcome(run, 'OOM-01 in the background')).toMatchObject({ kind: 'out-of-memory', exitCode: 0 })
    expect(outcome(run, 'OOM-01 as the shell itself')).toMatchObject({ kind: 'out-of-memory', exitCode: 137 })
    expect(outcome(run, 'after memory')).toEqual({ kind: 'verified' })
  })

  test('PIDS-01: the process limit is reached, and named with the kernel’s count', () => {
    expect(outcome(run, 'PIDS-01')).toEqual({ kind: 'failed', exitCode: 2, signal: null })
    expect(printedBy(run, 'PIDS-01')).not.toMatch(/^after$/m)
    expect(hints(run, 'PIDS-01')).toMatch(/^The limit of 32 processes and threads was reached: the kernel refused/)
    expect(commentOf(run)).toContain('The limit of 32 processes and threads was reached')
    expect(outcome(run, 'PIDS-01 swallowed')).toMatchObject({ kind: 'failed', exitCode: 3 })
    expect(hints(run, 'PIDS-01 swallowed')).toMatch(/^The limit of 32 processes/)
    expect(outcome(run, 'PIDS-01 passed over')).toEqual({ kind: 'verified' })
    expect(hints(run, 'PIDS-01 passed over')).toBe('')
    expect(printedBy(run, 'after processes')).toBe('fine\n')
  })

  test('a file that would become too large is named, by signal and by words', () => {
    expect(outcome(run, 'file size by signal')).toEqual({ kind: 'failed', exitCode: 153, signal: 'SIGXFSZ' })
    expect(hints(run, 'file size by signal')).toContain('no file may grow beyond 2 MiB (file-size)')
    expect(outcome(run, 'file size by words').kind).toBe('failed')
    expect(hints(run, 'file size by words')).toContain('The output says "File too large"')
  })
})

test('OOM-01: the kernel’s own count is used on an engine that does not set its flag', async () => {
  const unset = ({ State, ...body }: Readonly<Record<string, unknown>>) => ({
    ...body,
    State: { ...(State as object), OOMKilled: false },
  })
  await using engine = await meddledEngine([{ path: /\/containers\/[0-9a-f]{64}\/json/, answer: unset }])
  const steps = ['tail /dev/zero || true; echo went on', 'exit 137', 'true']
  const run = await runAction({
    checkout: makeCheckout(),
    steps,
    inputs: { memory: '64m', 'tmp-size': '16m', 'shm-size': '1m' },
    env: { DOCKER_HOST: engine.address },
  })
  expect(engine.meddled()).toBeGreaterThan(3)
  expect(reportOf(run).steps.map(({ outcome: { kind } }) => kind)).toEqual(['out-of-memory', 'failed', 'verified'])
  expect(run.exitCode).toBe(1)
})

describe('default limits', () => {
  const WORKERS =
    'const {Worker}=require("worker_threads");const fs=require("fs");for(let i=0;i<2000;i++)fs.openSync("/dev/null","r");' +
    'let n=0;for(let i=0;i<32;i++)new Worker("0",{eval:true}).on("exit",()=>{if(++n===32)console.log("ok")});\n'
  const OPEN = 'const fs=require("fs");for(let i=0;i<2000;i++)fs.openSync("/dev/null","r")\n'
  let run: ActionRun

  beforeAll(async () => {
    const files = { 'ci/w.sh': '#!/bin/sh\nexec node ci/w.js\n', 'ci/w.js': WORKERS, 'ci/o.js': OPEN }
    const steps = [
      { name: 'PIDS-03', run: 'sh ci/w.sh' },
      { name: 'OOM-03 a signal', run: '(sleep 1; kill -9 $$) & wait; sleep 5' },
      { name: 'OOM-03 a code', run: 'exit 137' },
      { name: 'OOM-03 a child', run: 'sh -c "kill -9 \\$\\$"; exit' },
      { name: 'open files', run: 'ulimit -n 1000; node ci/o.js' },
    ]
    run = await runAction({ checkout: makeCheckout(files), image: 'node', steps })
  })

  test('PIDS-03: are enough for ordinary parallel tools', () => {
    expect(outcome(run, 'PIDS-03')).toEqual({ kind: 'verified' })
    expect(printedBy(run, 'PIDS-03')).toBe('ok\n')
  })

  test('OOM-03: 137 is not memory, and nothing that is published says so', () => {
    for (const name of ['OOM-03 a signal', 'OOM-03 a code', 'OOM-03 a child']) {
      expect(outcome(run, name)).toEqual({ kind: 'failed', exitCode: 137, signal: 'SIGKILL' })
      expect(hints(run, name)).not.toMatch(/memory/i)
      expect(run.log).toContain(`${name}: failed: killed by SIGKILL (exit 137)`)
    }
    expect(published(run)).not.toMatch(/out.of.memory/i)
  })

  test('too many open files are named', () => {
    expect(outcome(run, 'open files').kind).toBe('failed')
    expect(hints(run, 'open files')).toContain('"Too many open files". No input sets that limit')
  })
})

describe('memory file systems', () => {
  const FILL =
    'for d in /tmp "$HOME"; do dd if=/dev/zero of=$d/x bs=1M count=4096 2>$d.err || echo "$d full rc=$?"; rm -f $d/x; done 2>/dev/null\necho alive\n'
  const FILL_ONE = (place: string): string => `dd if=/dev/zero of=${place}/x bs=1M count=4096`
  let run: ActionRun

  beforeAll(async () => {
    const steps = [
      { name: 'DISK-01', run: FILL.replaceAll('2>$d.err', '2>/dev/null') },
      { name: '/tmp', run: FILL_ONE('/tmp') },
      { name: 'HOME', run: FILL_ONE('"$HOME"') },
      { name: '/dev/shm', run: FILL_ONE('/dev/shm') },
      { name: 'afterwards', run: 'df -k /tmp "$HOME" /dev/shm | grep -c " 0% "' },
    ]
    run = await runAction({ checkout: makeCheckout(), steps, inputs: { memory: '256m' } })
  })

  test('DISK-01: /tmp is memory: full is "no space left", not a kill', () => {
    expect(outcome(run, 'DISK-01')).toEqual({ kind: 'verified' })
    expect(printedBy(run, 'DISK-01')).toBe('/tmp full rc=1\n/home/confine full rc=1\nalive\n')
    expect(reportOf(run).profile).toMatchObject({ memoryBytes: 256 * MIB, tmpBytes: 64 * MIB, shmBytes: 64 * MIB })
  })

  test.each(['/tmp', 'HOME', '/dev/shm'])(
    'a step that fills %s fails by its own tool, and is told which input',
    (name) => {
      expect(outcome(run, name)).toEqual({ kind: 'failed', exitCode: 1, signal: null })
      const input = name === '/dev/shm' ? 'shm-size' : 'tmp-size'
      expect(hints(run, name)).toContain(`"No space left on device" of ${name}: ${name} holds 64 MiB (${input})`)
      expect(outcome(run, 'afterwards')).toEqual({ kind: 'verified' })
    },
  )
})

test('SHM-01: /dev/shm is larger than 64 MiB', async () => {
  const steps = [{ name: 'SHM-01', run: 'dd if=/dev/zero of=/dev/shm/x bs=1M count=200 2>/dev/null\necho shm-ok' }]
  const run = await runAction({ checkout: makeCheckout(), steps, inputs: { memory: '1g' } })
  expectVerified(run)
  expect(printedBy(run, 'SHM-01')).toBe('shm-ok\n')
  expect(reportOf(run).profile?.shmBytes).toBe(256 * MIB)
  expect(run.summary).toContain('256 MiB')
})
