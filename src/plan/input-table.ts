/** One input or output of the action: the source of action.yml's section, of the README's table and of the parser. */
interface InputRow {
  readonly name: string
  readonly required: boolean
  /** As action.yml has it; empty when there is none. */
  readonly default: string
  readonly description: string
}

interface OutputRow {
  readonly name: string
  readonly description: string
}

function row<const N extends string>(name: N, fallback: string, description: string): InputRow & { readonly name: N } {
  return { name, required: false, default: fallback, description }
}

/** After a change: `node scripts/generate-docs.mjs`. */
export const INPUTS = [
  {
    ...row(
      'image',
      '',
      'Image that the steps run in. `name@sha256:…` is recorded as pinned, a tag as what it resolved to.',
    ),
    required: true,
  },
  {
    ...row(
      'steps',
      '',
      'What to run: a YAML list (or JSON array) of commands or of mappings with the keys `run`, `name`, `id`, ' +
        '`working-directory`, `timeout-minutes`, `env`, `shell`, `stdin`, `continue-on-error`; or else one command a line.',
    ),
    required: true,
  },
  row('name', 'Confine', 'Name of the check and key of the comment, so that several can stand on one pull request.'),
  row('path', '.', 'The checkout, relative to the workspace.'),
  row('token', '${{ github.token }}', 'Used by Confine itself to publish, and by nothing else. No step ever sees it.'),
  row('timeout-minutes', '10', 'Time for each step, from 0.01 to 35791 minutes.'),
  row(
    'memory',
    '4g',
    'Memory of each step, without swap. Sizes are `512m`, `2GiB`, `1048576`: units are powers of 1024.',
  ),
  row('cpus', '', 'CPUs of each step, up to three decimals. Default: `2`, or all of the machine where it has fewer.'),
  row('pids-limit', '1024', 'Most processes and threads of a step at one time.'),
  row(
    'tmp-size',
    '',
    'Size of `/tmp`, and again of `HOME`; both are memory. Default: a quarter of `memory`. Twice `tmp-size` plus ' +
      '`shm-size` is at most three quarters of `memory`.',
  ),
  row(
    'shm-size',
    '',
    'Size of `/dev/shm`, which is memory. Default: a quarter of `memory`, less where `tmp-size` leaves less.',
  ),
  row('file-size', '4g', 'Size of the largest file that a step may write.'),
  row(
    'output-limit',
    '1MiB',
    'Output kept of each step, from its beginning and its end. The rest is counted and hashed.',
  ),
  row(
    'env',
    '',
    "`NAME=value` lines, or `NAME` to pass one variable of the job on. Nothing else of the job's environment enters.",
  ),
  row('mounts', '', 'Read-only `source:target` lines, for caches and toolchains.'),
  row('user', '', 'Numeric `uid:gid` of the steps, neither of them 0. Default: the owner of the checkout.'),
  row('runtime', '', "OCI runtime of the engine, such as `runsc`. Default: the engine's own."),
  row('pull', 'missing', 'When to pull the image: `missing`, `always` or `never`.'),
  row('fail-fast', 'false', 'Stop at the first step that is not verified.'),
  row(
    'require',
    '',
    'Claims that must be proven, by comma or line, and the words `host` and `known-weaknesses`. Default: every claim that this host has a mechanism for.',
  ),
  row('check', 'true', 'Publish a check run.'),
  row('comment', 'true', 'Keep one comment on the pull request: `true`, `false` or `on-failure`.'),
  row('summary', 'true', 'Write a job summary.'),
  row(
    'report',
    '',
    "Where report.json goes: in the runner's temp folder, or in the workspace outside of the checkout. Default: a file " +
      "in the runner's temp folder, named after `name`.",
  ),
] as const satisfies readonly InputRow[]

export const OUTPUTS = [
  { name: 'verdict', description: '`verified` or `not-verified`.' },
  { name: 'verified', description: '`true` or `false`.' },
  { name: 'posture', description: 'JSON: the verdict on each claim.' },
  { name: 'report', description: 'Path of report.json.' },
  { name: 'steps', description: "JSON: each step's id, name and outcome." },
  { name: 'check-run-url', description: 'Page of the check run; empty when none was published.' },
  { name: 'comment-url', description: 'Page of the comment; empty when none was published.' },
] as const satisfies readonly OutputRow[]

export type InputName = (typeof INPUTS)[number]['name']
export type OutputName = (typeof OUTPUTS)[number]['name']

/** Text of an input, or its default; empty when it has neither. */
export type InputReader = (name: InputName) => string

/** Puts defaults where nothing, or only blanks, was given. `raw` gives an empty string for an absent input. */
export function withDefaults(raw: (name: string) => string): InputReader {
  const defaults = new Map<string, string>(INPUTS.map((input) => [input.name, input.default]))
  return (name) => {
    const given = raw(name)
    const fallback = defaults.get(name) ?? ''
    // An expression is for the workflow's engine to fill in: here it would be a wrong text.
    return given.trim() !== '' || fallback.startsWith('${{') ? given : fallback
  }
}
