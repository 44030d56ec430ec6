import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { HostEvidence } from '../../../src/domain/evidence.ts'
import { StepCounters } from '../../../src/sandbox/step-counters.ts'
import { evidence } from '../../support/evidence.ts'
import { TempFolder } from '../../support/git.ts'

const V1 = '9:memory:/docker/c\n8:pids:/docker/c\n0::/\n'
const V2 = '0::/system.slice/docker-c.scope\n'
const SCOPE = 'system.slice/docker-c.scope'

type Files = Readonly<Record<string, string>>

function write(folder: TempFolder, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true })
    writeFileSync(join(folder.path, name), text)
  }
}

function host(groups: string): HostEvidence {
  const seen = evidence().host
  if (seen.kind !== 'seen') throw new Error('the recording has no host view')
  return { ...seen, files: { ...seen.files, cgroup: groups } }
}

async function counted(groups: string, before: Files, after: Files = {}) {
  await using folder = new TempFolder()
  write(folder, before)
  const counters = new StepCounters(host(groups), { proc: '/nowhere', cgroup: folder.path })
  await counters.read()
  write(folder, after)
  const read = await counters.read()
  await counters.close()
  return read
}

describe('what the kernel counts in a step’s control groups', () => {
  const v1 = (hits: number, kills: number): Files => ({
    'pids/docker/c/pids.events': `max ${String(hits)}\n`,
    'memory/docker/c/memory.oom_control': `oom_kill_disable 0\nunder_oom 0\noom_kill ${String(kills)}\n`,
  })

  test('is read in version 1', async () => {
    expect(await counted(V1, v1(3, 1))).toEqual({ pidsLimitHits: 3, memoryKills: 1 })
  })

  test('is read in version 2', async () => {
    const files = {
      [`${SCOPE}/pids.events`]: 'max 12\n',
      [`${SCOPE}/memory.events`]: 'low 0\nhigh 0\nmax 4\noom 2\noom_kill 2\noom_group_kill 0\n',
    }
    expect(await counted(V2, files)).toEqual({ pidsLimitHits: 12, memoryKills: 2 })
  })

  test('is the most that was read, and stays when the group has gone', async () => {
    expect(await counted(V1, v1(0, 0), v1(7, 2))).toEqual({ pidsLimitHits: 7, memoryKills: 2 })
    expect(await counted(V1, v1(7, 2), v1(1, 0))).toEqual({ pidsLimitHits: 7, memoryKills: 2 })
    const gone = { 'pids/docker/c/pids.events': '', 'memory/docker/c/memory.oom_control': '' }
    expect(await counted(V1, v1(7, 2), gone)).toEqual({ pidsLimitHits: 7, memoryKills: 2 })
  })

  test('is not known where a file is not there, or says something else', async () => {
    expect(await counted(V1, { 'pids/docker/c/pids.events': 'max 1\n' })).toEqual({
      pidsLimitHits: 1,
      memoryKills: null,
    })
    const odd = ['max -1\n', 'max 1 2\n', 'max 1e9\n', 'maximum 4\n', 'max\n', 'max 1234567890123456\n', '']
    for (const text of odd) expect(await counted(V1, { 'pids/docker/c/pids.events': text })).toBe(null)
    expect(await counted('0::/../../etc\n', {})).toBe(null)
  })

  test('is not looked for where the host has no view of the container', async () => {
    const counters = new StepCounters({ kind: 'unavailable', reason: 'elsewhere' })
    expect(await counters.read()).toBe(null)
    await counters.close()
  })

  test('is read again and again, without being asked', async () => {
    await using folder = new TempFolder()
    write(folder, v1(0, 0))
    const counters = new StepCounters(host(V1), { proc: '/nowhere', cgroup: folder.path })
    await counters.read()
    write(folder, v1(5, 0))
    await new Promise((resolve) => setTimeout(resolve, 400))
    await counters.close()
    // Closed files can't be read any more: what is known was read before.
    expect(await counters.read()).toEqual({ pidsLimitHits: 5, memoryKills: 0 })
  })
})
