import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { runProbe, SHELL_NAMES } from '../support/docker-shells.ts'
import { TempFolder } from '../support/git.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

/** The second for a machine so busy that the probe first looked at the clock when it had been set already. */
const LATER = /^(?:100\.60|900\.00) 1\.00\n$/

type Files = Readonly<Record<string, string>>

const QUIET: Files = {
  'pids/pids.events': 'max 0\n',
  'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 0\n',
}
const COUNTED: readonly (readonly [name: string, files: Files])[] = [
  ['processes, version 1', { ...QUIET, 'pids/pids.events': 'max 169\n' }],
  ['processes, version 2', { 'pids.events': 'max 1\n' }],
  ['memory, version 1', { ...QUIET, 'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 2\n' }],
  ['memory, version 2', { 'pids.events': 'max 0\n', 'memory.events': 'low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\n' }],
]

describe.each(SHELL_NAMES)('the probe under %s, when its step has ended', (name) => {
  /** The step leaves behind what sets the clock forward after some time. Gives what the clock was at the probe's end. */
  async function ended(groups: Files, clock: string, { after, code = 7 }: { after: string; code?: number }) {
    for (const [path, text] of Object.entries(groups)) folder.write(join('groups', path), text)
    writeFileSync(join(folder.path, 'clock'), clock)
    const forward = `sleep ${after}; echo '100.60 1.00' >next; mv next clock; sleep 5; echo '900.00 1.00' >next; mv next clock`
    const run = `(${forward}) >/dev/null 2>&1 </dev/null &\necho its output\nexit ${String(code)}`
    const places = { '/sys/fs/cgroup': join(folder.path, 'groups'), '/proc/uptime': join(folder.path, 'clock') }
    const probed = await runProbe(name, { workspace: folder.path, run, places })
    expect([probed.code, probed.stdout, probed.stderr]).toEqual([code, 'its output\n', ''])
    return readFileSync(join(folder.path, 'clock'), 'utf8')
  }

  test.each(COUNTED)('stays for the host to read what was counted: %s', async (_, groups) => {
    expect(await ended(groups, '100.05 1.00\n', { after: '0.3' })).toMatch(LATER)
  })

  test('keeps the exit code, 0 too', async () => {
    const groups = { 'pids.events': 'max 1\n' }
    expect(await ended(groups, '100.09 1.00\n', { after: '0.3', code: 0 })).toMatch(LATER)
  })

  test.each<[name: string, groups: Files, clock: string]>([
    ['nothing was counted', QUIET, '100.05 1.00\n'],
    ['nobody counts', {}, '100.05 1.00\n'],
    ['other words are not 0', { 'memory.events': 'max 7\noom 1\n' }, '100.05 1.00\n'],
    ['the clock says nothing', { 'pids.events': 'max 1\n' }, ''],
    ['the clock is none', { 'pids.events': 'max 1\n' }, 'a[$(echo >made)] 1\n'],
  ])('goes at once when %s', async (_, groups, clock) => {
    expect(await ended(groups, clock, { after: '5' })).toBe(clock)
  })

  test('goes at once when there is no clock', async () => {
    folder.write('groups/pids.events', 'max 1\n')
    rmSync(join(folder.path, 'clock'), { force: true })
    const places = { '/sys/fs/cgroup': join(folder.path, 'groups'), '/proc/uptime': join(folder.path, 'clock') }
    const { code } = await runProbe(name, { workspace: folder.path, run: 'exit 3', places })
    expect(code).toBe(3)
  })
})
