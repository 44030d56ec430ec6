import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { type Authority, clientFolder, makeAuthority, mutualTls } from '../support/certificates.ts'
import { type Checkout, makeCheckout } from '../support/checkouts.ts'
import { storeContext, useContext } from '../support/docker-context.ts'
import { type Forwarder, forwardEngine } from '../support/engine-forwarder.ts'
import { TempFolder } from '../support/git.ts'

/** Ends right after the engine has described itself. */
const ABSENT = { image: 'confine-test/absent:none', pull: 'never' }
const NOT_THERE = 'image confine-test/absent:none is not on the engine, and pull is "never"'
const UNSET = ['env', '-u', 'DOCKER_HOST']

let folder: TempFolder
let authority: Authority
let certificates: string
beforeAll(() => {
  folder = new TempFolder()
  authority = makeAuthority(folder, 'authority')
  certificates = clientFolder(folder, 'client', authority, authority.issue('client'))
})
afterAll(() => {
  folder.remove()
})

const server = (names = 'IP:127.0.0.1') => mutualTls(authority.issue(names.replace(/\W/g, '-'), names), authority)
const overTls = (path = certificates) => ({ DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: path })

interface Form {
  readonly env: Readonly<Record<string, string>>
  readonly wrap?: readonly string[]
}

/** A form of naming the engine at this address; the checkout's job has a home of its own. */
type Named = (address: string, checkout: Checkout) => Form

const byHost = (write: (address: string) => string, more: Form['env'] = {}): Named => {
  return (address) => ({ env: { DOCKER_HOST: write(address), ...more } })
}

async function dialled(engine: Forwarder, named: Named): Promise<ActionRun> {
  const checkout = makeCheckout()
  const run = await runAction({ checkout, steps: ['true'], inputs: ABSENT, ...named(engine.address, checkout) })
  expect({ reason: reportOf(run).verdict.reason, dialled: engine.dialled() > 0 }).toEqual({
    reason: NOT_THERE,
    dialled: true,
  })
  return run
}

/** Each form with an engine of its own, so that it is sure which one was dialled. */
async function expectDialled(kind: string, forms: readonly Named[], open: (n: number) => Promise<Forwarder>) {
  const dial = async (named: Named, n: number): Promise<void> => {
    await using engine = await open(n)
    const run = await dialled(engine, named)
    expect(reportOf(run).engine?.endpoint).toBe(`${kind} ${engine.address}`)
    expect(run.summary).toContain(engine.address)
    expect(reportOf(run).notes).toEqual([])
  }
  await Promise.all(forms.map(dial))
}

async function reasonOf(env: Form['env'], prepare: (checkout: Checkout) => void = () => undefined): Promise<string> {
  const checkout = makeCheckout()
  prepare(checkout)
  const run = await runAction({ checkout, steps: ['echo RAN'], inputs: ABSENT, env })
  expect(run.exitCode).toBe(1)
  expect(reportOf(run).engine).toBeNull()
  expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  return reportOf(run).verdict.reason
}

describe('the address of the engine', () => {
  test('HOST-01: a socket’s path, with or without unix://, or by a context, is dialled there', async () => {
    const forms: readonly Named[] = [
      byHost((path) => path),
      byHost((path) => `unix://${path}`, overTls('/nonexistent')),
      byHost((path) => `unix://${path}`, { DOCKER_CONTEXT: 'not-asked-for' }),
      (path, checkout) => {
        storeContext(checkout, 'current', `unix://${path}`)
        useContext(checkout, 'current')
        return { env: {}, wrap: UNSET }
      },
      (path, checkout) => {
        storeContext(checkout, 'named', `unix://${path}`)
        useContext(checkout, 'other')
        return { env: { DOCKER_HOST: '', DOCKER_CONTEXT: 'named' } }
      },
    ]
    await expectDialled('unix', forms, (n) => forwardEngine({ path: join(folder.path, `${String(n)}.sock`) }))
  })

  test('HOST-01: plain TCP is dialled there, and no certificates are read for it', async () => {
    const forms = [
      byHost((address) => `tcp://${address}`),
      byHost((address) => `tcp://${address}/`, { DOCKER_CERT_PATH: '/nonexistent', DOCKER_TLS_VERIFY: '' }),
      byHost((address) => `http://${address}`),
      byHost((address) => address),
    ]
    await expectDialled('tcp', forms, () => forwardEngine({ tls: null }))
  })

  test('HOST-01: TLS is spoken where DOCKER_TLS_VERIFY or a context’s certificates ask for it', async () => {
    const tls = server()
    const forms: readonly Named[] = [
      byHost((address) => `https://${address}`, overTls()),
      (address, checkout) => {
        storeContext(checkout, 'current', `tcp://${address}`, certificates)
        useContext(checkout, 'current')
        return { env: { DOCKER_HOST: '' } }
      },
    ]
    await expectDialled('tls', forms, () => forwardEngine({ tls }))
    const withoutPair = byHost((address) => `tcp://${address}`, overTls(clientFolder(folder, 'ca', authority, null)))
    await expectDialled('tls', [withoutPair], () => forwardEngine({ tls: { ...tls, requestCert: false } }))
  })

  test('HOST-01: none is the default socket, and where that is not, the rootless one', async () => {
    const places = { '/var/run/docker.sock': '/run/docker.sock', '/run/user/7/docker.sock': '/run/user/7/docker.sock' }
    const rows = Object.entries(places).flatMap(([name, place]) =>
      [UNSET, []].map((unset, n) => ({ name, place, unset, path: join(folder.path, `none-${String(n)}`) })),
    )
    const dial = async ({ name, place, unset, path }: (typeof rows)[number]): Promise<void> => {
      await using engine = await forwardEngine({ path: `${path}${place.replaceAll('/', '-')}` })
      // A /run of the job's own, with nothing but this socket in it.
      const lay = `mount -t tmpfs none /run && mkdir -p "\${0%/*}" && : > "$0" && mount --bind ${engine.address} "$0"`
      const wrap = ['unshare', '--mount', 'sh', '-c', `${lay} && exec "$@"`, place, ...unset]
      const run = await dialled(engine, () => ({ env: { DOCKER_HOST: '', XDG_RUNTIME_DIR: '/run/user/7' }, wrap }))
      expect(reportOf(run).engine?.endpoint).toBe(`unix ${name}`)
    }
    await Promise.all(rows.map(dial))
  })

  test('HOST-01: over TCP and TLS to this machine a run is verified, and the host is a witness of it', async () => {
    await using plain = await forwardEngine({ tls: null })
    await using tls = await forwardEngine({ tls: server() })
    const steps = [{ run: 'cat; pwd', stdin: 'over the wire\n' }, 'cat README']
    const rows = [
      { kind: 'tcp', engine: plain, env: {} },
      { kind: 'tls', engine: tls, env: overTls() },
    ]
    const run = async ({ kind, engine, env }: (typeof rows)[number]): Promise<void> => {
      const checkout = makeCheckout()
      const ended = await runAction({ checkout, steps, env: { DOCKER_HOST: `tcp://${engine.address}`, ...env } })
      expectVerified(ended)
      expect(outputOf(ended)).toBe(`over the wire\n${checkout.path}\n`)
      expect(engine.dialled()).toBeGreaterThan(0)
      const report = reportOf(ended)
      expect(report.engine?.endpoint).toBe(`${kind} ${engine.address}`)
      expect(report.workspace?.method).toBe('overlay')
      const seen = report.posture.claims.flatMap(({ observations }) => observations)
      expect(seen.filter(({ witness, stance }) => witness === 'host' && stance === 'confirms')).not.toEqual([])
      expect(report.notes).toEqual([])
    }
    await Promise.all(rows.map(run))
  })

  test('HOST-01: a way that is not supported is refused by its name, in one sentence', async () => {
    const says = "endpoints are not supported; use unix://, tcp:// or a socket's path"
    const rows: readonly (readonly [host: string, reason: string])[] = [
      ['ssh://u@h', `DOCKER_HOST: ssh:// ${says}`],
      ['npipe:////./pipe/x', `DOCKER_HOST: npipe:// ${says}`],
      ['fd://', `DOCKER_HOST: fd:// ${says}`],
      ['warp://h:1', `DOCKER_HOST: warp:// ${says}`],
      ['tcp://', 'DOCKER_HOST: no host in tcp://'],
      ['tcp:127.0.0.1:1', 'DOCKER_HOST: not an address: tcp:127.0.0.1:1'],
      ['tcp://127.0.0.1:1/engine', "DOCKER_HOST: an address can't have a path: tcp://127.0.0.1:1/engine"],
    ]
    const reasons = await Promise.all(rows.map(([host]) => reasonOf({ DOCKER_HOST: host })))
    expect(reasons).toEqual(rows.map(([, reason]) => reason))
    const byContext = await reasonOf({ DOCKER_HOST: '', DOCKER_CONTEXT: 'far' }, (checkout) => {
      storeContext(checkout, 'far', 'ssh://u@h')
    })
    expect(byContext).toBe(`the Docker context "far": ssh:// ${says}`)
  })
})

describe('TLS that does not come about', () => {
  test('HOST-01: on the way there it is told what is wrong with whose certificate', async () => {
    const stranger = makeAuthority(folder, 'stranger')
    const foreign = clientFolder(folder, 'foreign', authority, stranger.issue('client'))
    await using engine = await forwardEngine({ tls: server() })
    await using elsewhere = await forwardEngine({ tls: server('DNS:engine.example') })
    await using plain = await forwardEngine({ tls: null })
    const unpaired = clientFolder(folder, 'unpaired', authority, null)
    const theirs = clientFolder(folder, 'theirs', stranger, authority.issue('other'))
    const rows: readonly (readonly [Forwarder, certificates: string, RegExp])[] = [
      [engine, theirs, /the engine's certificate is not trusted: .* has to be in ca\.pem \(self.signed/],
      [elsewhere, certificates, /the engine's certificate is for another host \(.*127\.0\.0\.1 is not in/],
      [engine, foreign, /cert\.pem and key\.pem have to be of its authority|refuses .*this client's certificate/],
      [engine, unpaired, /cert\.pem and key\.pem have to be of its authority|refuses .*this client's certificate/],
      [plain, certificates, /no TLS is spoken at this address \([\w ]+\)$/],
    ]
    const reason = ([{ address }, path]: (typeof rows)[number]): Promise<string> =>
      reasonOf({ DOCKER_HOST: `tcp://${address}`, ...overTls(path) })
    const reasons = await Promise.all(rows.map(reason))
    for (const [n, [{ address }, , says]] of rows.entries()) {
      expect(reasons[n]).toMatch(says)
      expect(reasons[n]).toMatch(new RegExp(`^the engine at tls ${address}: `))
    }
  })

  test('HOST-01: nothing is dialled with certificates that are not there, or are none', async () => {
    await using engine = await forwardEngine({ tls: server() })
    for (const name of ['ca', 'cert', 'key']) folder.write(`junk/${name}.pem`, 'no certificate')
    const rows: readonly (readonly [env: Form['env'], RegExp])[] = [
      [{ DOCKER_TLS_VERIFY: '1' }, /^TLS for the engine, from \/.*\/home\/\.docker: ca\.pem is not there$/],
      [overTls('/nonexistent'), /^TLS for the engine, from \/nonexistent: ca\.pem is not there$/],
      [overTls(join(folder.path, 'junk')), /^TLS for the engine, from \/.*\/junk: no usable certificates or key /],
    ]
    const reasons = await Promise.all(
      rows.map(([env]) => reasonOf({ DOCKER_HOST: `tcp://${engine.address}`, DOCKER_CERT_PATH: '', ...env })),
    )
    for (const [n, [, says]] of rows.entries()) expect(reasons[n]).toMatch(says)
    expect(engine.dialled()).toBe(0)
  })
})

test('HOST-01: an answer that sends elsewhere is followed nowhere', async () => {
  await using engine = await forwardEngine({ tls: null })
  const portal = createServer((request, answer) => {
    answer.writeHead(302, { Location: `http://${engine.address}${request.url ?? ''}` }).end('<html>Sign in</html>')
  }).listen(0, '127.0.0.1')
  try {
    await once(portal, 'listening')
    const { port } = portal.address() as AddressInfo
    const reason = await reasonOf({ DOCKER_HOST: `tcp://127.0.0.1:${String(port)}` })
    expect(reason).toMatch(/: HTTP 302 and a web page in place of the engine's answer \("Sign in"\)/)
    expect(engine.dialled()).toBe(0)
  } finally {
    portal.closeAllConnections()
    portal.close()
  }
})
