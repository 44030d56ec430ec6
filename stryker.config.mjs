// `npm run mutation`: changes the judging code in one place at a time, and expects a unit test to go red for each change.
// Not part of CI, for it takes long. Its reports go to reports/mutation.
// `npm run mutation -- --mutate src/domain/judge-run.ts` tries some files only.

/** What decides: outcomes and verdicts, claims, the reading of a container's output, and the rules of paths. */
const JUDGING = [
  'src/domain/**/*.ts',
  'src/posture/**/*.ts',
  // Entries of a dated table: its reader is judged, and a test holds each entry against the schema.
  '!src/posture/weaknesses-*.ts',
  'src/sandbox/{gate-reader,demuxer,bounded-output,utf8-aligner,within}.ts',
  'src/plan/{places,mount-places,checkout-path,report-path,working-directory,host-tree,mounts}.ts',
]

/** The tests of just that. A change of a constant is tried with all of them. */
const TESTS = [
  '<rootDir>/__tests__/unit/{domain,posture}/**/*.test.ts',
  '<rootDir>/__tests__/unit/sandbox/{gate-reader,demuxer,bounded-output,utf8-aligner,within,step-stream}.test.ts',
  '<rootDir>/__tests__/unit/plan/{host-places,host-tree,mounts,steps}.test.ts',
]

export default {
  mutate: JUDGING,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    configFile: 'jest.config.js',
    // What a change makes wait for ever is red soon.
    config: { testMatch: TESTS, testTimeout: 8000 },
  },
  coverageAnalysis: 'perTest',
  // Modules in a context of their own are never quite freed.
  maxTestRunnerReuse: 100,
  concurrency: 2,
  timeoutMS: 10_000,
  ignorePatterns: ['/.tmp', '/dist', '/docs', '/example'],
  tempDirName: '.tmp/stryker',
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  jsonReporter: { fileName: 'reports/mutation/result.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
