// `npm run mutation`: changes the judging code in one place at a time, and expects a unit test to go red for each change.
// Not part of CI, for it takes long. Its reports go to reports/mutation; docs/mutation.md has the last result.
// `npm run mutation -- --mutate src/domain/judge-run.ts` tries some files only.

/** What decides: outcomes and verdicts, claims, the reading of a container's output, and the rules of paths. */
const JUDGING = [
  'src/domain/**/*.ts',
  'src/posture/**/*.ts',
  // Entries of a dated table: its reader is judged, and a test holds each entry against the schema.
  '!src/posture/weaknesses-*.ts',
  'src/sandbox/{gate-reader,last-word,demuxer,bounded-output,utf8-aligner,within}.ts',
  'src/plan/{places,mount-places,checkout-path,report-path,working-directory,host-tree,mounts}.ts',
]

export default {
  mutate: JUDGING,
  plugins: ['./scripts/mutation/runner.mjs'],
  testRunner: 'loaded-tests',
  coverageAnalysis: 'perTest',
  // A constant is evaluated once, while its module loads: each change would need a new process and every test.
  ignoreStatic: true,
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
