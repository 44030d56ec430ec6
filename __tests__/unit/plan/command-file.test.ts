import { expect, test } from '@jest/globals'
import { commandFile } from '../../../src/plan/command-file.ts'

test.each([
  ['ci/x.sh', 'ci/x.sh', null],
  ['./x.sh', './x.sh', null],
  ['../x.sh --all', '../x.sh', null],
  ['/opt/x.sh', '/opt/x.sh', null],
  ['  ci/x.sh --all "a b"', 'ci/x.sh', null],
  ['# a remark\n\nci/x.sh\nci/y.sh', 'ci/x.sh', null],
  ['ci/x.sh; ci/y.sh', 'ci/x.sh', null],
  ['ci/x.sh>out', 'ci/x.sh', null],
  ['ci/x.sh&& true', 'ci/x.sh', null],
  ['"ci/a b.sh" "p q"', 'ci/a b.sh', null],
  ["'ci/x$(touch pwned)y.sh'", 'ci/x$(touch pwned)y.sh', null],
  ['"ci/it\'s.sh"', "ci/it's.sh", null],
  ['ci/a\\ b.sh', 'ci/a b.sh', null],
  ['ci/\'a b\'"c"d', 'ci/a bcd', null],
  ["A=1 B='x y' ci/x.sh", 'ci/x.sh', null],
  ['exec ci/x.sh', 'ci/x.sh', null],
  ['sh ci/x.sh', 'ci/x.sh', 'sh'],
  ['bash -eu -x x.sh --flag', 'x.sh', 'bash'],
  ['. ci/x.sh', 'ci/x.sh', '.'],
  ['/bin/sh ci/x.sh', 'ci/x.sh', '/bin/sh'],
  ['python3 manage.py test', 'manage.py', 'python3'],
  ['node test/run.js', 'test/run.js', 'node'],
])('%j starts with a file', (run, path, by) => {
  expect(commandFile(run)).toEqual({ path, by, bare: false })
})

test.each([
  ['npm test', 'npm'],
  ['A=1 make', 'make'],
  ['x.sh', 'x.sh'],
  ['cd sub && ./x.sh', 'cd'],
])('%j starts with a bare name', (run, path) => {
  expect(commandFile(run)).toEqual({ path, by: null, bare: true })
})

test.each([
  '',
  ' \n ',
  '# only a remark',
  'A=1',
  'sh',
  'sh -c "ci/x.sh"',
  'bash -eo pipefail ci/x.sh',
  'python3 -m pytest',
  'node --test test/x.js',
  '$DIR/x.sh',
  '"$DIR/x.sh"',
  '`which x`/y',
  'ci/*.sh',
  '~/x.sh',
  'ci/{a,b}.sh',
  '(ci/x.sh)',
  '! ci/x.sh',
  "'ci/x.sh",
  'ci/x\\',
  '""',
  'ci/x()',
  `${'x/'.repeat(513)}y`,
  `ci/${'('.repeat(60_000)}`,
  `ci/${"'".repeat(60_001)}`,
])('of %.30j no file is known', (run) => {
  expect(commandFile(run)).toBeNull()
})
