import { describe, expect, test } from '@jest/globals'
import {
  type ActionRun,
  expectVerified,
  outcomesOf,
  outputOf,
  reportOf,
  runAction,
  type StepInput,
} from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'

type Family = 'busybox' | 'golang' | 'java' | 'python'

function runIn(
  family: Family,
  files: Readonly<Record<string, string>>,
  steps: readonly StepInput[],
): Promise<ActionRun> {
  return runAction({ checkout: makeCheckout(files), steps, inputs: { image: `confine-test/${family}:latest` } })
}

const BUSYBOX = {
  'sum.sh': "awk '{ sum += $1 } END { print sum }'\n",
  'test.sh': 'set -e\ncd "$(dirname "$0")"\n[ "$(seq 4 | sh sum.sh)" = 10 ]\necho ok\n',
}

/** With a dependency in `vendor`, as `go mod vendor` leaves it. */
const GO = {
  'go.mod': 'module example.test/app\n\ngo 1.19\n\nrequire example.test/adder v1.0.0\n',
  'main.go':
    'package main\n\nimport (\n\t"fmt"\n\n\t"example.test/adder"\n)\n\nfunc main() { fmt.Println(adder.Add(40, 2)) }\n',
  'main_test.go':
    'package main\n\nimport (\n\t"net"\n\t"os"\n\t"testing"\n\n\t"example.test/adder"\n)\n\nfunc TestAdd(t *testing.T) {\n\tif adder.Add(1, 2) != 3 {\n\t\tt.Fatal("sum")\n\t}\n}\n\nfunc TestServer(t *testing.T) {\n\tl, err := net.Listen("tcp", "localhost:0")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tdefer l.Close()\n\tif _, err := os.MkdirTemp("", "x"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
  'vendor/modules.txt': '# example.test/adder v1.0.0\n## explicit; go 1.19\nexample.test/adder\n',
  'vendor/example.test/adder/adder.go': 'package adder\n\nfunc Add(a, b int) int { return a + b }\n',
}

const JAVA = {
  'src/Sum.java':
    'public class Sum { static int of(int... all) { return java.util.stream.IntStream.of(all).sum(); } }\n',
  'test/SumTest.java': [
    'import static org.junit.Assert.assertEquals;',
    'import java.nio.file.Files;',
    'import org.junit.Test;',
    'public class SumTest {',
    '  @Test public void sums() { assertEquals(6, Sum.of(1, 2, 3)); }',
    '  @Test public void temporary() throws Exception { Files.writeString(Files.createTempFile("x", "y"), "é"); }',
    '  @Test public void home() { assertEquals(System.getenv("HOME"), System.getProperty("user.home")); }',
    '}\n',
  ].join('\n'),
}

const PYTHON = {
  'calc.py': 'def double(x):\n    return 2 * x\n',
  'test_calc.py':
    'import unittest\nfrom calc import double\n\nclass Test(unittest.TestCase):\n    def test_double(self):\n        self.assertEqual(double(21), 42)\n',
  'tests/test_paths.py':
    'import pathlib\n\ndef test_tmp(tmp_path):\n    (tmp_path / "x").write_text("é")\n    assert pathlib.Path.home().is_dir()\n',
}

describe('an image as a world’s own, with a project’s own tests', () => {
  test('busybox: sh', async () => {
    const run = await runIn('busybox', BUSYBOX, ['sh test.sh'])
    expectVerified(run)
    expect(outputOf(run)).toBe('ok\n')
  })

  test('Go: vet, test and build with vendored modules; what goes to GOPATH is told', async () => {
    const steps = [
      'go vet ./... && go test ./...',
      'go build -o /tmp/app . && /tmp/app',
      'go env GOPATH GOCACHE',
      'go install .',
    ]
    const run = await runIn('golang', GO, steps)
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['verified', 'verified', 'verified', 'failed'])
    expect(outputOf(run, 0)).toMatch(/^ok {2}\texample\.test\/app\t/m)
    expect(outputOf(run, 1)).toBe('42\n')
    expect(outputOf(run, 2)).toBe('/go\n/home/confine/.cache/go-build\n')
    expect(outputOf(run, 3)).toContain('read-only file system')
    expect(reportOf(run).steps[3]?.hints).toContainEqual(
      "The image sets GOPATH to /go, where a step can't write. Set it with env: GOPATH=/tmp/gopath.",
    )
  })

  test('Java: javac and JUnit, with the entry point of the image left out', async () => {
    const jars = '/opt/junit/junit4.jar:/opt/junit/hamcrest.jar'
    const steps = [
      `javac -cp ${jars} -d build src/*.java test/*.java`,
      `java -cp build:${jars} org.junit.runner.JUnitCore SumTest`,
    ]
    const run = await runIn('java', JAVA, steps)
    expectVerified(run)
    expect(outputOf(run, 1)).toContain('OK (3 tests)')
    expect(run.log).not.toContain('entry point')
  })

  test('Python: unittest and pytest', async () => {
    const run = await runIn('python', PYTHON, ['python -m unittest', 'python -m pytest -q', 'git status --short'])
    expectVerified(run)
    expect(outputOf(run, 0)).toMatch(/Ran 1 test[^]*OK/)
    expect(outputOf(run, 1)).toMatch(/2 passed/)
  })
})
