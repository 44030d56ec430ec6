import type { StepFacts } from '../domain/step-facts.ts'
import { lastLines, named, ofExit, ofFailure } from './evidence.ts'
import type { Hint } from './hints.ts'
import { missingProgram } from './missing-program.ts'

/** All that the probe prints in place of the step. */
const NO_FOLDER = /^confine: there is no working directory [^\n]* when the step begins\n$/

const noFolder: Hint = ofFailure(({ tail, step: { workingDirectory } }) =>
  workingDirectory !== '.' && NO_FOLDER.test(tail)
    ? `The step's working-directory, ${named(workingDirectory)}, did not exist when the step began: mend it, or have an earlier step make it.`
    : null,
)

/** Files by which steps of a workflow speak to their runner (GitHub, "Workflow commands"). */
const RUNNER_FILE = /\bGITHUB_(?:OUTPUT|ENV|STEP_SUMMARY|PATH|STATE)\b/
/** What shells say of a file whose name is empty, or of a variable that is not there. */
const NO_NAME =
  /(?:^|: ): No such file or directory|(?:cannot|can't) create : |ambiguous redirect|unbound variable|parameter not set|KeyError: '/m

const runnerFile: Hint = ofFailure(({ tail, step, profile }) => {
  const lines = lastLines(tail).filter((line) => NO_NAME.test(line))
  if (lines.length === 0) return null
  const [name] = RUNNER_FILE.exec(lines.join('\n')) ?? RUNNER_FILE.exec(step.run) ?? []
  if (name === undefined || name in step.env || name in profile.env) return null
  return `${name} is not set in a step: what it prints is judged, and nothing that it writes reaches the workflow. Leave it out, or give it a file by env: ${name}=/tmp/${name.toLowerCase()}.`
})

const LIST = /^\s*(?:\[\s*["'{]|\{\s*")/
const brokenList: Hint = ofExit([126, 127], ({ step, tail }) =>
  LIST.test(step.run) && /not found/.test(tail)
    ? 'The command begins as a list does in YAML or JSON, and could not be read as one, so that a shell ran it: mend the list (commas, quotes, brackets), or give one command a line.'
    : null,
)

const listMark: Hint = ofExit([127], (facts) => {
  const name = missingProgram(facts)
  if (name === null || /[A-Za-z]/.test(name) || !facts.step.run.trimStart().startsWith(`${name} `)) return null
  return `The command begins with ${named(name)}, which a shell takes for a program: leave the mark of a list out.`
})

/** Built into bash, and not into dash and busybox ash, or not into both. */
const BASH_COMMANDS: ReadonlySet<string> = new Set(
  'pushd popd dirs shopt declare typeset mapfile readarray source let compgen complete disown select function'.split(
    ' ',
  ),
)
/** Arrays, tests in double brackets, process substitution, here strings, expansions such as `${x//a/b}`, `function`, `(( ))`. */
const BASH_SYNTAX = /\b\w+\+?=\(|\[\[ |[<>]\(|<<<|\$\{\w+(?:\/|\^|,|:\d|\[)|\$\{!|^\s*function \w|(?<![$(])\(\(/m
const SYNTAX_ERROR = /syntax error|bad substitution|\[\[: not found/i

const bashWords: Hint = ofFailure((facts) => {
  const { shell, step, tail } = facts
  const name = missingProgram(facts)
  const isBash = shell === null || shell.endsWith('bash')
  if (name !== null && BASH_COMMANDS.has(name)) {
    if (!isBash) return `${named(name)} is a command of bash, and ${otherShell(facts)}`
    return `${named(name)} is a command of bash, and a script that used it ran under another shell: start it by "bash FILE".`
  }
  if (isBash || !BASH_SYNTAX.test(step.run) || !lastLines(tail).some((line) => SYNTAX_ERROR.test(line))) return null
  return `The command has syntax of bash, and ${otherShell(facts)}`
})

function otherShell({ shell, step }: StepFacts): string {
  return step.shell === 'sh'
    ? `"shell: sh" had it run by ${shell ?? 'sh'}: take "shell: bash".`
    : `it ran under ${shell ?? 'sh'}, for no bash was found in the image: take an image with bash, or write what any sh knows.`
}

/** What the step's own shell, or the form of its command, brings about. */
export const shellHints: readonly Hint[] = [noFolder, runnerFile, brokenList, listMark, bashWords]
