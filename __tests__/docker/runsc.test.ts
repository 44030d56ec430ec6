import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Profile } from '../../src/domain/profile.ts'
import type { Workspace } from '../../src/sandbox/workspace.ts'
import { DockerScope, step } from '../support/docker.ts'
import { needRuntime } from '../support/runtimes.ts'

let scope: DockerScope
let workspace: Workspace

beforeAll(async () => {
  await needRuntime('runsc')
  scope = await DockerScope.open('debian')
  workspace = await scope.provision()
})
afterAll(() => scope[Symbol.asyncDispose]())

/** Of the limit, gVisor itself takes some. */
const GVISOR = { runtime: 'runsc', pidsLimit: 512 } as const

function run(command: string, profile: Partial<Profile> = {}) {
  return scope.run(workspace, step(command), { profile: { ...GVISOR, ...profile } })
}

function textOf({ output }: Awaited<ReturnType<typeof run>>): string {
  if (output === null) throw new Error('the step never ran')
  return Buffer.concat([output.head, output.tail]).toString('utf8')
}

describe('what the engine and the host show of a step under gVisor', () => {
  test('is a sandbox without files, in the container’s control groups, and its file server', async () => {
    const { evidence, ending } = await run('true')
    expect(ending).toMatchObject({ kind: 'exited', waited: 0, inspected: 0 })
    expect(evidence?.engine.runtimeEntries['runsc']?.path).toMatch(/\/runsc$/)
    const { host, goferMounts } = evidence ?? {}
    if (host?.kind !== 'seen') throw new Error(`the host saw nothing: ${JSON.stringify(host)}`)
    expect(host.files.mountinfo?.trim().split('\n')).toHaveLength(1)
    expect(host.files.status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(host.files.status).toMatch(/^Seccomp:\t2$/m)
    expect(host.files.uid_map?.trim()).not.toMatch(/^0\s+0\s/)
    expect(goferMounts).toContain(` ${scope.checkout} `)
  })

  test('all claims that gVisor shows are proven, the others said to be not observable', async () => {
    const { claims } = await run('true')
    const short = claims.filter(({ verdict }) => verdict !== 'proven').map(({ id, verdict }) => `${id} ${verdict}`)
    expect(short).toEqual(
      ['privileges.no-new', 'seccomp.filter', 'lsm.profile', 'devices.minimal'].map((id) => `${id} not-applicable`),
    )
  })
})

describe('what is claimed there holds', () => {
  test.each([
    ['the root is read-only', 'echo x >/usr/x || echo x >/etc/x', /Permission denied|Read-only/],
    ['account files are read-only', 'echo x >/etc/passwd', /Permission denied|Read-only/],
    ['nothing but loopback is there', 'exec 3<>/dev/tcp/192.0.2.1/80', /No route to host|unreachable/],
    ['root’s doings are refused', 'python3 -c "import os; os.chown(chr(46), 0, 0)"', /Operation not permitted/],
  ])('%s', async (_, command, reason) => {
    const record = await run(command)
    expect(record.ending).toMatchObject({ kind: 'exited', oomKilled: false })
    expect(record.ending).not.toMatchObject({ waited: 0 })
    expect(textOf(record)).toMatch(reason)
  })

  test('loopback works, so the other look could have seen a network', async () => {
    const server =
      'import socket,threading; s=socket.create_server(("127.0.0.1",0)); threading.Thread(target=lambda: s.accept()[0].sendall(b"hi")).start(); print(socket.create_connection(s.getsockname()).recv(2))'
    expect(textOf(await run(`python3 -c '${server}'`))).toContain("b'hi'")
  })

  test('a file grows to its limit and no further', async () => {
    const record = await run('head -c 3m /dev/zero >/home/confine/f || { wc -c </home/confine/f; exit 1; }', {
      fileBytes: 1024 * 1024,
    })
    expect(record.ending).not.toMatchObject({ waited: 0 })
    expect(textOf(record)).toContain(String(1024 * 1024))
  })

  test('more memory than there is ends the sandbox, and the engine says why', async () => {
    const { ending } = await run('python3 -c "bytearray(400 << 20)"; true')
    expect(ending).toMatchObject({ kind: 'exited', oomKilled: true })
  })
})

test('without control groups no limit holds: the gate stays shut', async () => {
  await needRuntime('runsc-without-limits')
  const { ending, releasedAt } = await run('true', { runtime: 'runsc-without-limits' })
  expect(releasedAt).toBeNull()
  expect(ending).toMatchObject({
    kind: 'gate-shut',
    claims: expect.arrayContaining(['limits.memory', 'limits.pids', 'limits.cpu', 'kernel.isolation']),
  })
})
