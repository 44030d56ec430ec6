import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { judgeOutcome } from '../../src/domain/judge-outcome.ts'
import type { Engine } from '../../src/sandbox/engine.ts'
import { EngineError } from '../../src/sandbox/engine.ts'
import type { Workspace } from '../../src/sandbox/workspace.ts'
import { DockerScope, step } from '../support/docker.ts'

/** The view of the checkout that steps see, by both of its ways. */
let scope: DockerScope
beforeAll(async () => {
  scope = await DockerScope.open()
})
afterAll(() => scope[Symbol.asyncDispose]())

/** An engine that can make no overlay, like a rootless one. */
function withoutOverlay(engine: Engine): Engine {
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'createVolume') {
        return (request: { readonly DriverOpts?: object }) =>
          request.DriverOpts === undefined
            ? target.createVolume(request)
            : Promise.reject(new EngineError('create volume', 500, 'no overlay here'))
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const provision = (method: string): Promise<Workspace> =>
  scope.provision({}, method === 'copy' ? withoutOverlay(scope.engine) : scope.engine)

async function run(workspace: Workspace, command: string): Promise<string> {
  const { ending, output, claims } = await scope.run(workspace, step(command))
  const text = Buffer.concat([output?.head ?? Buffer.alloc(0), output?.tail ?? Buffer.alloc(0)]).toString('latin1')
  expect([judgeOutcome(ending), text]).toEqual([{ kind: 'verified' }, text])
  expect(claims.filter(({ verdict }) => verdict === 'refuted' || verdict === 'unproven')).toEqual([])
  return text
}

/** Every file with its kind, size, links and content, in the order of their names' bytes. */
const LIST = `export LC_ALL=C; find . -path ./.git -prune -o ! -type d -print0 | sort -z | xargs -0 -n1 sh -c '
  stat -c "%F %s %h %a" "$0"; if [ -L "$0" ]; then readlink "$0"; elif [ -f "$0" ]; then sha256sum <"$0"; fi; printf "%s\\n" "$0"'`

describe.each(['overlay', 'copy'])('the workspace by %s', (method) => {
  beforeEach(() => {
    const others = ['-mindepth', '1', '-maxdepth', '1', '!', '-name', '.git', '!', '-name', 'README']
    execFileSync('find', [scope.checkout, ...others, '-exec', 'rm', '-rf', '{}', '+'])
  })

  test('is writable to the step, and leaves the host as it was', async () => {
    const file = (name: string): string => join(scope.checkout, name)
    execFileSync('mkdir', ['-p', file('folder/deep')])
    writeFileSync(file('folder/deep/f'), 'host')
    writeFileSync(file('kept'), 'host')
    execFileSync('chown', ['-R', '1000:1000', scope.checkout])
    const workspace = await provision(method)
    expect(workspace.method).toBe(method)
    await run(
      workspace,
      'echo step >kept; echo new >new; mv folder renamed; rm README; chmod 600 kept; cat renamed/deep/f',
    )
    expect(readdirSync(scope.checkout).sort()).toEqual(['.git', 'README', 'folder', 'kept'])
    expect([readFileSync(file('kept'), 'utf8'), readFileSync(file('README'), 'utf8')]).toEqual(['host', 'hello\n'])
    // The next step sees what the first one left.
    expect(await run(workspace, 'ls; cat kept new; cat renamed/deep/f')).toBe('kept\nnew\nrenamed\nstep\nnew\nhost')
  })

  test('holds every sort of file, under every sort of name', async () => {
    const file = (name: string): string => join(scope.checkout, name)
    const names = ['-rf', 'a b', 'new\nline', '\\back', '*', "quo'te", 'ünï', ',;:', 'tree', '-C']
    for (const name of names) writeFileSync(file(name), name)
    writeFileSync(Buffer.concat([Buffer.from(`${scope.checkout}/`), Buffer.from([0xff, 0xfe, 0x80])]), 'no UTF-8')
    writeFileSync(file('x'.repeat(250)), 'long')
    writeFileSync(file('run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    execFileSync('truncate', ['-s', '40M', file('sparse')])
    symlinkSync('/etc/passwd', file('absolute'))
    symlinkSync('nowhere', file('dangling'))
    symlinkSync('./README', file('relative'))
    linkSync(file('a b'), file('hard link'))
    execFileSync('mkfifo', [file('fifo')])
    execFileSync('chown', ['-R', '-h', '1000:1000', scope.checkout])
    const here = execFileSync('/bin/busybox', ['sh', '-c', LIST], { cwd: scope.checkout }).toString('latin1')
    expect(here).toContain('fifo 0 1')
    const workspace = await provision(method)
    expect(await run(workspace, LIST)).toBe(here)
  })

  test('leaves a socket out of a copy and says so, or shows it and reaches nothing through it', async () => {
    const server = createServer().listen(join(scope.checkout, 's.sock'))
    await new Promise((resolve) => server.once('listening', resolve))
    const workspace = await provision(method)
    await new Promise((resolve) => server.close(resolve))
    if (method === 'copy') expect(workspace.notes.join('\n')).toMatch(/s\.sock: socket ignored/)
    expect(await run(workspace, '[ -S s.sock ] && echo there || echo gone')).toMatch(/^(there|gone)\n$/)
  })

  test('shows no credential that the checkout holds, and keeps it on the host', async () => {
    const path = join(scope.checkout, '.git/config')
    const clean = readFileSync(path)
    const token = 'ghs_0123456789abcdef0123'
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
    const text = `${String(clean)}[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${basic}\n`
    writeFileSync(path, text)
    const reflog = join(scope.checkout, '.git/logs/HEAD')
    const log = readFileSync(reflog)
    writeFileSync(reflog, `${String(log)}fetch https://x:${token}@github.com/o/r\n`)
    try {
      const workspace = await provision(method)
      const seen = await run(workspace, `cat .git/config .git/logs/HEAD; ! grep -rl -e ${token} -e ${basic} .git`)
      expect(seen).not.toContain(token)
      expect(seen).not.toContain(basic)
      expect(seen).toContain('[core]')
      expect(workspace.credentialScan.scrubbed).toEqual(expect.arrayContaining(['.git/config', '.git/logs/HEAD']))
      expect(readFileSync(path, 'utf8')).toBe(text)
      expect(readFileSync(reflog, 'utf8')).toContain(token)
    } finally {
      writeFileSync(path, clean)
      writeFileSync(reflog, log)
    }
  })
})

describe('the user', () => {
  test('is the owner of the checkout', async () => {
    execFileSync('chown', ['-R', '-h', '1234:1235', scope.checkout])
    const workspace = await scope.provision({ user: null })
    expect(workspace).toMatchObject({
      method: 'overlay',
      user: { uid: 1234, gid: 1235 },
      userSource: 'owner of the checkout',
    })
    expect(await run(workspace, 'id -u; id -g; touch own; stat -c %u:%g own')).toBe('1234\n1235\n1234:1235\n')
  })

  test('is another one where root owns it, on a copy that belongs to that one', async () => {
    execFileSync('chown', ['-R', '-h', '0:0', scope.checkout])
    chmodSync(scope.checkout, 0o700)
    const workspace = await scope.provision({ user: null })
    expect(workspace).toMatchObject({ method: 'copy', user: { uid: 1000, gid: 1000 } })
    expect(await run(workspace, 'stat -c %u:%g README .; echo more >>README')).toBe('1000:1000\n1000:1000\n')
    expect(lstatSync(join(scope.checkout, 'README')).uid).toBe(0)
    chownSync(scope.checkout, 1000, 1000)
    chmodSync(scope.checkout, 0o755)
  })
})

test.each(['with blank', 'co:lon', 'com,ma', 'ünï'])('a checkout at a path %s is not copied', async (name) => {
  await using own = await DockerScope.open('busybox', name)
  const workspace = await own.provision()
  expect(workspace.method).toBe('overlay')
  const { ending, output } = await own.run(workspace, step('pwd; cat README'))
  expect([judgeOutcome(ending), String(output?.head)]).toEqual([{ kind: 'verified' }, `${own.checkout}\nhello\n`])
})

test('what is left on the engine: no keeper, and two volumes at most', async () => {
  await using own = await DockerScope.open()
  const workspace = await own.provision()
  expect(await own.engine.listOwned('container', `confine.run=${own.label}`)).toEqual([])
  expect((await own.engine.listOwned('volume', `confine.run=${own.label}`)).length).toBe(
    workspace.method === 'overlay' ? 2 : 1,
  )
})
