import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { git } from '../support/git.ts'

const NODE = {
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test', lint: 'tool' } }),
  'sum.js': "import { add } from 'adder'\nexport const sum = (list) => list.reduce(add, 0)\n",
  'sum.test.js': [
    "import assert from 'node:assert'",
    "import { test } from 'node:test'",
    "import { sum } from './sum.js'",
    "test('sums', () => assert.equal(sum([1, 2, 3]), 6))\n",
  ].join('\n'),
}

/** What an earlier step of the job has installed. */
const INSTALLED = {
  'node_modules/adder/package.json': JSON.stringify({ name: 'adder', type: 'module', exports: './index.js' }),
  'node_modules/adder/index.js': 'export const add = (a, b) => a + b\n',
}

const PYTHON = {
  'calc.py': 'def double(x):\n    return 2 * x\n',
  'test_calc.py': [
    'import tempfile, unittest, multiprocessing, socket',
    'from calc import double',
    'class Test(unittest.TestCase):',
    '    def test_double(self):',
    '        self.assertEqual(double(21), 42)',
    '    def test_pool(self):',
    '        with multiprocessing.Pool(2) as pool:',
    '            self.assertEqual(pool.map(double, [1, 2]), [2, 4])',
    '    def test_temporary(self):',
    '        with tempfile.NamedTemporaryFile() as file:',
    '            file.write(b"x" * 100000)',
    '    def test_loopback(self):',
    '        server = socket.create_server(("localhost", 0))',
    '        socket.create_connection(server.getsockname()).close()',
    '',
  ].join('\n'),
}

const MAKE = {
  Makefile:
    'check: build/out\n\tgrep -q built build/out\n\nbuild/out: in\n\tmkdir -p build\n\tsed s/to-build/built/ in >$@\n',
  in: 'to-build\n',
}

describe('a real project runs as it is', () => {
  test('npm test, with the dependencies that the job installed', async () => {
    const checkout = makeCheckout(NODE, { untracked: INSTALLED })
    const run = await runAction({ checkout, image: 'node', steps: ['npm test', 'node --version'] })
    expectVerified(run)
    expect(outputOf(run, 0)).toMatch(/pass 1/)
    expect(outputOf(run, 1)).toMatch(/^v\d+\./)
  })

  test('npm test, red when a test is', async () => {
    const broken = { ...NODE, 'sum.js': 'export const sum = () => 7\n' }
    const run = await runAction({ checkout: makeCheckout(broken), image: 'node', steps: ['npm test'] })
    expect(outcomesOf(run)).toEqual([{ kind: 'failed', exitCode: 1, signal: null }])
    expect(run.github.state.comments[0]?.body).toContain('fail 1')
  })

  test('Python’s unittest, with a pool, temporary files and a server on loopback', async () => {
    const run = await runAction({ checkout: makeCheckout(PYTHON), image: 'debian', steps: ['python3 -m unittest -v'] })
    expectVerified(run)
    expect(outputOf(run)).toMatch(/Ran 4 tests[^]*OK/)
  })

  test('make, twice, the second time from what the first one built', async () => {
    const run = await runAction({ checkout: makeCheckout(MAKE), image: 'debian', steps: ['make check', 'make check'] })
    expectVerified(run)
    expect(outputOf(run, 0)).toContain('sed s/to-build')
    expect(outputOf(run, 1)).not.toContain('sed s/to-build')
  })

  test('git, for a clean tree, the history and a commit', async () => {
    const checkout = makeCheckout({ one: '1\n' })
    const identity = '-c user.name=A -c user.email=a@example.test'
    const steps = [
      'git status --porcelain; git log --format=%H -n 1',
      `echo 2 >two; git add two; git ${identity} commit -q -m two; git log --oneline | wc -l`,
      'git describe --always --dirty',
    ]
    const run = await runAction({ checkout, image: 'debian', steps })
    expectVerified(run)
    expect(outputOf(run, 0)).toBe(`${checkout.head}\n`)
    expect(outputOf(run, 1).trim()).toBe('3')
    expect(outputOf(run, 2)).toMatch(/^[0-9a-f]{7,}\n$/)
    expect(git(checkout.path, 'rev-parse', 'HEAD')).toBe(checkout.head)
  })
})
