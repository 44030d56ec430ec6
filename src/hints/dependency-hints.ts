import type { StepFacts } from '../domain/step-facts.ts'
import { isCommonProgram, missingProgram } from './missing-program.ts'
import { named, ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

const HAVE = 'Steps have no network: have the dependencies in the image, or in the checkout before Confine'
const NPM = `${HAVE}, for example by "npm ci --ignore-scripts".`

/** Node, jest and TypeScript; ES modules; webpack; vite. */
const NODE_MODULE = [
  /Cannot find module '([^'\n]+)'/,
  /Cannot find package '([^'\n]+)'/,
  /Can't resolve '([^'\n]+)' in '/,
  /Failed to resolve import "([^"\n]+)"/,
]
/** Name of a package, perhaps with a path in it: no path, no `@/alias`, no `#alias`, no `node:module` (Node, "Modules"). */
const PACKAGE = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:\/[^\n]*)?$/

const nodePackage: Hint = ofFailure(({ tail, checkout }) => {
  const name = firstMatch(tail, NODE_MODULE)
  if (name === null || !PACKAGE.test(name)) return null
  if (checkout?.packagesAbsent === true)
    return `Node did not find the package ${named(name)}, and the checkout has no node_modules. ${NPM}`
  return isOwn(checkout, name.split('/')[0]) ? null : `Node did not find the package ${named(name)}. ${NPM}`
})

function firstMatch(text: string, patterns: readonly RegExp[]): string | null {
  for (const pattern of patterns) {
    const [, name] = pattern.exec(text) ?? []
    if (name !== undefined) return name
  }
  return null
}

/** A script of the checkout that another does not find is no dependency. */
function isOwn(checkout: StepFacts['checkout'], name = ''): boolean {
  return checkout?.ownNames.has(name) === true
}

/** What npm, pnpm and yarn print before they run a script of package.json. */
const SCRIPT_BANNER = /^> \S.*\n> \S|^\$ \S/m

const nodeProgram: Hint = ofFailure((facts) => {
  const name = missingProgram(facts)
  if (name === null || isCommonProgram(name) || !SCRIPT_BANNER.test(facts.tail)) return null
  const nor = facts.checkout?.packagesAbsent === true ? 'and the checkout has no node_modules' : 'nor in node_modules'
  return `There is no program ${named(name)} in PATH, ${nor}, where a script of package.json looks first. ${NPM}`
})

const PYTHON_MODULE = [/ModuleNotFoundError: No module named '([\w.]+)'/, /\bpython[\d.]*: No module named ([\w.]+)$/m]

const pythonModule: Hint = ofFailure(({ tail, checkout }) => {
  const [name] = firstMatch(tail, PYTHON_MODULE)?.split('.') ?? []
  // Names that begin so are parts of Python itself, or of a module that is there.
  if (name === undefined || name.startsWith('_') || isOwn(checkout, name)) return null
  if (name === 'pip')
    return "The image's Python has no pip, which could fetch nothing, for steps have no network: install packages into the image, or before Confine into a folder of the checkout that PYTHONPATH names."
  return `Python did not find the module ${named(name)}. ${HAVE}, for example by "pip install --target" and PYTHONPATH.`
})

const goSum = ofWords(
  /missing go\.sum entry|no required module provides package/,
  'go.mod or go.sum lacks a module that the build needs: run "go mod tidy" and commit both. Steps have no network: have the modules in the image, or in the checkout by "go mod vendor".',
)

const goModule = ofWords(
  /cannot find module providing package|module lookup disabled by GOPROXY=off/,
  `Go did not find a module. ${HAVE}, for example by "go mod vendor".`,
)

const rubyGem = ofWords(
  /Bundler::GemNotFound|Could not find (?:gem '|\S+ in (?:any of the sources|locally installed gems))|^bundler: command not found: /m,
  `Bundler did not find a gem. ${HAVE}, for example by "bundle install" into vendor/bundle.`,
)

const javaArtifact = ofWords(
  /in offline mode and the artifact .* has not been downloaded|No cached version of .* available for offline mode/,
  'An artifact is not in the local repository, and steps have no network: have the repository of artifacts in the image, or bring it by "mounts".',
)

const phpPackages = ofWords(
  /vendor\/autoload\.php\)?:? .*(?:No such file|failed to open stream)/i,
  `PHP did not find vendor/autoload.php. ${HAVE}, for example by "composer install".`,
)

export const dependencyHints: readonly Hint[] = [
  nodePackage,
  nodeProgram,
  pythonModule,
  goSum,
  goModule,
  rubyGem,
  javaArtifact,
  phpPackages,
]
