import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { printedBy, stepNamed } from '../support/hostile-run.ts'

const MIB = 1024 * 1024

/** Memory that the control group is charged with for what lies in memory file systems (cgroup v1 and v2). */
const CHARGED =
  'cat /sys/fs/cgroup/memory/memory.stat /sys/fs/cgroup/memory.stat 2>/dev/null | awk \'$1 == "shmem" { print "charged: " $2 }\''

function fill(place: string): string {
  return [
    'exec 2>&1', // in one stream: lines of two may come to stand in each other's middle
    `dd if=/dev/zero of="${place}/fill" bs=64k && echo NO LIMIT`,
    'status=$?',
    `stat -c 'written: %s' "${place}/fill"`,
    CHARGED,
    'exit $status',
  ].join('\n')
}

const PLACES = [
  { name: '/tmp', place: '/tmp', bytes: 16 * MIB },
  { name: 'HOME', place: '$HOME', bytes: 16 * MIB },
  { name: '/dev/shm', place: '/dev/shm', bytes: 2 * MIB },
] as const

const QUEUES = 'for n in $(seq 1000); do : >"/dev/mqueue/q$n"; echo "queues: $n"; done'

describe('a step that fills what it may write', () => {
  let run: ActionRun

  beforeAll(async () => {
    const steps = [
      ...PLACES.map(({ name, place }) => ({ name, run: fill(place), shell: 'sh' })),
      { name: 'mqueue', run: QUEUES },
      { name: 'a large file', run: 'truncate -s 1T sparse' },
      { name: 'afterwards', run: 'df -k /tmp /dev/shm "$HOME" | grep -c " 0% "; ls -A /tmp /dev/mqueue | wc -l' },
    ]
    const inputs = { memory: '128m', 'tmp-size': '16m', 'shm-size': '2m', 'file-size': '64m' }
    run = await runAction({ checkout: makeCheckout(), image: 'debian', steps, inputs })
  })

  test.each(PLACES)(
    '(b) 10: $name is full at the size that was demanded, and is paid for with its memory',
    ({ name, bytes }) => {
      expect(stepNamed(run, name).outcome).toMatchObject({ kind: 'failed', exitCode: 1 })
      expect(printedBy(run, name)).toContain('No space left on device')
      expect(numbers(run, name, 'written')).toEqual([bytes])
      expect(numbers(run, name, 'charged')[0]).toBeGreaterThanOrEqual(bytes)
    },
  )

  test('(b) 10: message queues end at the limit of the kernel', () => {
    expect(stepNamed(run, 'mqueue').outcome.kind).toBe('failed')
    expect(numbers(run, 'mqueue', 'queues').at(-1) ?? 0).toBeLessThan(100)
  })

  test('(b) 10: no file is larger than was allowed, and the next step finds all places empty', () => {
    expect(stepNamed(run, 'a large file').outcome.kind).toBe('failed')
    expect(stepNamed(run, 'afterwards').outcome).toEqual({ kind: 'verified' })
    expect(printedBy(run, 'afterwards')).toMatch(/^3\n/)
  })
})

function numbers(run: ActionRun, name: string, label: string): readonly number[] {
  return [...printedBy(run, name).matchAll(new RegExp(`^${label}: (\\d+)$`, 'gm'))].map(([, digits]) => Number(digits))
}
