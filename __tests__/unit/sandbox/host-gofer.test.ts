import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { HostEvidence } from '../../../src/domain/evidence.ts'
import { readGoferMounts } from '../../../src/sandbox/host-gofer.ts'
import { gvisorEvidence, host as change } from '../../support/evidence-runsc.ts'
import { TempFolder } from '../../support/git.ts'

const folder = new TempFolder()
afterAll(() => {
  folder.remove()
})

const OWN = '61 91 0:51 / / ro,relatime - tmpfs runsc-root rw\n'
const GOFER = '1 2 0:3 / / ro - overlay overlay rw\n4 1 0:5 / /work rw - overlay overlay rw\n'
const V1 = '9:name=systemd:/docker/c0\n8:pids:/docker/c0\n0::/\n'
const V2 = '0::/docker/c0\n'

let count = 0

/** Kernel file systems of ours: processes with their mounts, and a group that lists them. */
function places(mounts: Readonly<Record<string, string>>, group = 'pids/docker/c0', listed = Object.keys(mounts)) {
  count += 1
  const root = join(folder.path, String(count))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [pid, text] of Object.entries(mounts)) write(`proc/${pid}/mountinfo`, text)
  write(`cgroup/${group}/cgroup.procs`, listed.map((pid) => `${pid}\n`).join(''))
  return { proc: join(root, 'proc'), cgroup: join(root, 'cgroup') }
}

function sandbox(mountinfo: string | null = OWN, cgroup: string | null = V1): HostEvidence {
  return gvisorEvidence(change(({ files }) => ({ files: { ...files, mountinfo, cgroup } }))).host
}

test.each([
  ['version 1', V1, 'pids/docker/c0'],
  ['version 2', V2, 'docker/c0'],
])('the one process of the group with other mounts is found: control groups %s', async (_, groups, group) => {
  const at = places({ '10': GOFER, '11': OWN, '12': OWN }, group)
  expect(await readGoferMounts(sandbox(OWN, groups), at)).toBe(GOFER)
})

test.each<readonly [string, HostEvidence, ReturnType<typeof places>]>([
  ['none has other mounts', sandbox(), places({ '11': OWN, '12': OWN })],
  ['two have', sandbox(), places({ '10': GOFER, '13': `${GOFER}\n`, '11': OWN })],
  ['one can not be read', sandbox(), places({ '10': GOFER, '11': OWN }, undefined, ['10', '11', '14'])],
  ['the group lists none', sandbox(), places({ '10': GOFER }, undefined, [])],
  ['the group is not there', sandbox(), places({ '10': GOFER }, 'pids/docker/other')],
  [
    'there are very many',
    sandbox(),
    places(Object.fromEntries(Array.from({ length: 65 }, (__, n) => [n + 1, n > 0 ? OWN : GOFER]))),
  ],
  ['the container’s process has files', sandbox(GOFER), places({ '10': `${GOFER}x`, '11': GOFER })],
  ['its mounts could not be read', sandbox(null), places({ '10': GOFER, '11': OWN })],
  ['its groups could not be read', sandbox(OWN, null), places({ '10': GOFER, '11': OWN })],
  ['its group is that of all', sandbox(OWN, '0::/\n'), places({ '10': GOFER, '11': OWN }, '.')],
  ['its group leads elsewhere', sandbox(OWN, '0::/../x\n'), places({ '10': GOFER, '11': OWN }, '../x')],
  ['the host saw nothing', { kind: 'unavailable', reason: 'elsewhere' }, places({ '10': GOFER, '11': OWN })],
])('none is taken when %s', async (_, host, at) => {
  expect(await readGoferMounts(host, at)).toBeNull()
})
