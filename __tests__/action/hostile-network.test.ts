import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, runAction } from '../support/action.ts'
import { makeCheckout, OWNER } from '../support/checkouts.ts'
import { claimOf, factsOf, printedBy } from '../support/hostile-run.ts'

/** Addresses for documentation (RFC 5737, RFC 3849) and a name that never resolves (RFC 6761). */
const TARGETS = ['127.0.0.1', '192.0.2.1', '2001:db8::1', 'host.invalid'] as const

/** A listener on loopback for all of them: the same tool has to get through to it. */
const LISTEN = [
  "python3 -c 'import socket, time",
  's = socket.create_server(("127.0.0.1", 8080))',
  'print("listening", flush=True)',
  'while True:',
  '    c = s.accept()[0]; c.recv(1); c.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\nok\\n"); c.close()',
  "' >/tmp/listening &",
  'until grep -q listening /tmp/listening; do sleep 0.1; done',
].join('\n')

const DATAGRAM = "import socket, sys; host = sys.argv[1]; family = socket.AF_INET6 if ':' in host else socket.AF_INET"

/** One attempt of each tool; `$1` is the target. */
const TOOLS: Readonly<Record<string, string>> = {
  bash: 'exec 9<>"/dev/tcp/$1/8080"',
  python: `python3 -c "import socket, sys; socket.create_connection((sys.argv[1], 8080), 5)" "$1"`,
  'python, a datagram': `python3 -c "${DATAGRAM}; socket.socket(family, socket.SOCK_DGRAM).sendto(b'x', (host, 8080))" "$1"`,
  perl: `perl -MIO::Socket::IP -e 'IO::Socket::IP->new(PeerHost => $ARGV[0], PeerPort => 8080, Timeout => 5) or die "$@\\n"' "$1"`,
  node: `node -e "require('net').connect(8080, process.argv[1]).on('connect', () => process.exit(0)).on('error', () => process.exit(1))" "$1"`,
  'node, a look-up': `node -e "fetch('http://' + (process.argv[1].includes(':') ? '[' + process.argv[1] + ']' : process.argv[1]) + ':8080/').then(() => process.exit(0), () => process.exit(1))" "$1"`,
}

const NETCAT: Readonly<Record<string, string>> = { nc: 'busybox nc -w 5 "$1" 8080 </dev/null' }

function attempts(tools: Readonly<Record<string, string>>): string {
  const tries = Object.entries(tools).flatMap(([name, command]) =>
    TARGETS.map(
      (target) =>
        `if (set -- ${target}; ${command}) >/dev/null 2>&1; then echo '${name} to ${target} -> through'; else echo '${name} to ${target} -> refused'; fi`,
    ),
  )
  return tries.join('\n')
}

const NETCAT_LISTEN = 'httpd -p 127.0.0.1:8080 -h /tmp; until nc -w 1 127.0.0.1 8080 </dev/null; do sleep 0.1; done'

function expectOnlyLoopback(run: ActionRun, name: string, tools: Readonly<Record<string, string>>): void {
  const expected = Object.keys(tools).flatMap((tool) =>
    TARGETS.map((target) => `${tool} to ${target} -> ${target === '127.0.0.1' ? 'through' : 'refused'}`),
  )
  expect(
    printedBy(run, name)
      .split('\n')
      .filter((line) => line.includes(' -> ')),
  ).toEqual(expected)
}

describe('a step that looks for a way out', () => {
  test('(b) 19: by bash, Python, Perl and Node: none but its own loopback', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      image: 'node',
      steps: [{ name: '19', run: `${LISTEN}\n${attempts(TOOLS)}\nkill %1` }],
    })
    expectVerified(run)
    expectOnlyLoopback(run, '19', TOOLS)
    expect(claimOf(run, 'network.none').verdict).toBe('proven')
  })

  test('(b) 19: by nc: none but its own loopback', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: [{ name: '19', run: `${NETCAT_LISTEN}\n${attempts(NETCAT)}` }],
    })
    expectVerified(run)
    expectOnlyLoopback(run, '19', NETCAT)
  })
})

const SEARCH = [
  'find_sockets() { find / -type s -not -path "/proc/*" 2>/dev/null; }',
  'echo "found: $(find_sockets | tr "\\n" " ")"',
  'for name in /var/run/docker.sock /run/docker.sock /run/containerd/containerd.sock /run/dbus/system_bus_socket; do',
  '  if [ -e $name ]; then echo "$name: there"; else echo "$name: absent"; fi',
  'done',
  'echo "abstract: $(grep -c @ /proc/net/unix || true)"',
  // The control: a socket of its own is found by the same search, and answers.
  'python3 -c \'import socket, time; s = socket.socket(socket.AF_UNIX); s.bind("/tmp/own"); s.listen(); time.sleep(600)\' &',
  'until [ -S /tmp/own ]; do sleep 0.1; done; sleep 0.2',
  'echo "own: $(find_sockets)"',
  'python3 -c \'import socket; socket.socket(socket.AF_UNIX).connect("/tmp/own"); print("connected: own")\'',
  'kill %1',
].join('\n')

describe('a step that looks for sockets', () => {
  let run: ActionRun

  beforeAll(async () => {
    run = await runAction({ checkout: makeCheckout(), image: 'debian', steps: [{ name: '20', run: SEARCH }] })
  })

  test('(b) 20: finds none on its disk, neither the engine’s', () => {
    expectVerified(run)
    expect(factsOf(run, '20')).toEqual({
      found: '',
      '/var/run/docker.sock': 'absent',
      '/run/docker.sock': 'absent',
      '/run/containerd/containerd.sock': 'absent',
      '/run/dbus/system_bus_socket': 'absent',
      abstract: '0',
      own: '/tmp/own',
      connected: 'own',
    })
    expect(claimOf(run, 'sockets.none').verdict).toBe('proven')
  })

  test('(b) 20: reaches none that an earlier step of the job left in the checkout', async () => {
    const checkout = makeCheckout()
    const socket = join(checkout.path, 'agent.sock')
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    chownSync(socket, OWNER.uid, OWNER.gid)
    const connect = 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("agent.sock"); print(s.recv(99))'
    const left = await runAction({ checkout, image: 'debian', steps: [{ name: '20', run: `python3 -c '${connect}'` }] })
    expect(printedBy(left, '20')).toContain('ConnectionRefusedError')
    expect(left.exitCode).toBe(1)
    const [answer] = (await once(createConnection(socket), 'data')) as [Buffer]
    expect(answer.toString()).toBe('reached\n')
  })

  test('(b) 20: reaches none in a folder that `mounts` brings: that run is red', async () => {
    const checkout = makeCheckout()
    const source = checkout.folder.folder('cache/deep')
    await new Promise<void>((resolve) => server.listen(join(source, 'agent'), resolve))
    chownSync(join(source, 'agent'), OWNER.uid, OWNER.gid)
    const connect =
      'import socket; s = socket.socket(socket.AF_UNIX); s.connect("/cache/deep/agent"); print(s.recv(99))'
    const mounted = await runAction({
      checkout,
      image: 'debian',
      steps: [`python3 -c '${connect}'`],
      inputs: { mounts: `${join(source, '..')}:/cache` },
    })
    expect(mounted.log).not.toContain("b'reached")
    expect(mounted.exitCode).toBe(1)
    expect(mounted.log).toMatch(/Input mounts.*socket|sockets\.none is refuted/)
  })
})

/** Open until the checkout was held against how it was: with it goes its file. */
const server = createServer((connection) => connection.end('reached\n'))
afterEach(() => void server.close())
