import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SECCOMP_PROFILE } from '../../src/sandbox/seccomp-profile.ts'
import { DockerScope } from '../support/docker.ts'
import { runWith } from '../support/seccomp-container.ts'

/** Programs of every day under the profile, with no more rights than a step has: an allow-list that is too short shows here. */
let scope: DockerScope

beforeAll(async () => {
  scope = await DockerScope.open('debian')
})
afterAll(() => scope[Symbol.asyncDispose]())

const inside = (image: string, ...argv: string[]) =>
  runWith(scope, { image, argv, seccomp: SECCOMP_PROFILE, rights: 'of a step' })

test('Python: threads, processes, servers, files, signals', async () => {
  // From a file, for processes that are started anew read it again.
  const program = readFileSync(new URL('../support/seccomp-toolchain.py', import.meta.url), 'utf8')
  const { code, text } = await inside(
    'debian',
    'sh',
    '-c',
    'printf %s "$1" >work.py; python3 work.py 2>&1',
    'sh',
    program,
  )
  const lines = text.split('\n').filter((line) => !line.includes('GET / HTTP'))
  expect(lines).toEqual([
    'threads 328350',
    'fork [4, 9]',
    'spawn [4, 9]',
    'forkserver [4, 9]',
    'asyncio through a pipe',
    'http 200',
    'events 1',
    'files 70000',
    "signal ['heard']",
    'interfaces True',
    'database (42,)',
    'random 8 memory True',
    'shell 3',
    '',
  ])
  expect(code).toBe(0)
})

const NODE = `
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, watch, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'
if (process.send) { process.send('from a child'); process.disconnect() } else {
  const workers = [1, 2, 3].map((n) => new Worker(
    'const { parentPort, workerData } = require("node:worker_threads"); parentPort.postMessage(workerData * 2)',
    { eval: true, workerData: n }))
  console.log('workers', (await Promise.all(workers.map((worker) => once(worker, 'message')))).flat().join())
  console.log('program', execFileSync('sh', ['-c', 'echo $0'], { encoding: 'utf8' }).trim())
  console.log('child', (await once(fork(import.meta.filename), 'message'))[0])
  const server = http.createServer((_, answer) => answer.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log('http', await (await fetch('http://127.0.0.1:' + server.address().port)).text())
  server.closeAllConnections(); server.close()
  mkdirSync('a/b', { recursive: true })
  const watcher = watch('a')
  const seen = once(watcher, 'change')
  writeFileSync('a/file', 'x'.repeat(100000))
  console.log('watch', (await seen)[1])
  watcher.close()
  cpSync('a', 'c', { recursive: true })
  console.log('zip', (await promisify(zlib.gzip)('x')).length > 10)
  console.log('interfaces', Object.keys(os.networkInterfaces()).join())
}
`

test('Node: workers, children, servers, watchers, the pool of its event loop', async () => {
  const { code, text } = await inside('node', 'sh', '-c', 'printf %s "$1" >work.mjs; node work.mjs 2>&1', 'sh', NODE)
  expect(text.split('\n')).toEqual([
    'workers 2,4,6',
    'program sh',
    'child from a child',
    'http hello',
    'watch file',
    'zip true',
    'interfaces lo',
    '',
  ])
  expect(code).toBe(0)
})

const SHELL = `
exec 2>&1
git init -q repo && cd repo && git config user.name x && git config user.email x@example.invalid
printf 'all: a b c\\na b c:\\n\\t@echo $@ >$@\\n' >Makefile
make -s -j3 && cat a b c
git add . && git commit -qm first && git clone -q . ../copy && git -C ../copy log --format=%s
git gc -q && git fsck && echo sound
perl -e 'my $pid = fork; exit 5 if !$pid; waitpid $pid, 0; print "perl ", $? >> 8, "\\n"'
tar -cf - . | gzip | gzip -d | tar -tf - | grep -c Makefile
(sleep 100 & kill -TERM $!; wait $! 2>/dev/null || echo "killed $?")
cat < <(echo substituted)
find . -name Makefile -print0 | xargs -0 -n1 -P2 stat -c %s | sort
`

test.each(['bash', 'dash'])('%s, git, make, perl, tar', async (shell) => {
  const script = shell === 'bash' ? SHELL : SHELL.replace(/^cat < .*$/m, 'echo substituted')
  const { code, text } = await inside('debian', shell, '-ec', script)
  expect(text.split('\n')).toEqual([
    'a',
    'b',
    'c',
    'first',
    'sound',
    'perl 5',
    '1',
    'killed 143',
    'substituted',
    '32',
    '',
  ])
  expect(code).toBe(0)
})

test('busybox', async () => {
  const script =
    'seq 3 | tac | tr "\\n" " "; (sleep 100 & kill $!; wait $! 2>/dev/null || echo $?); mkfifo f; (echo x >f &); cat f'
  const { code, text } = await inside('busybox', 'sh', '-ec', script)
  expect(text).toMatch(/^3 2 1 143\nx\n$/)
  expect(code).toBe(0)
})
