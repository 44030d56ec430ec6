// @ts-check
/** @typedef {import('./pull-request-run.mjs').Run} Run */
/** @typedef {{ holds: boolean, what: string, found: string }} Expectation */

/** How the sample's hostile script begins the line of an attempt. */
const REFUSED = /^refused {6}/gm
const GOT_THROUGH = /^GOT THROUGH .*/gm
const ATTEMPTS = 9

/** @param {string} what @param {unknown} found @param {unknown} wanted @returns {Expectation} */
function is(what, found, wanted) {
  const holds = found === wanted
  return { holds, what, found: holds ? String(found) : `${String(found)}, expected ${String(wanted)}` }
}

/** @param {string} what @param {readonly string[]} found @returns {Expectation} */
function none(what, found) {
  return { holds: found.length === 0, what, found: found.length === 0 ? 'none' : found.join(', ') }
}

/** @param {Run} run */
const outcomes = ({ report }) =>
  report.steps
    .map(
      ({ name, outcome: { kind, exitCode } }) =>
        `${name} ${kind}${exitCode === undefined ? '' : ` (exit ${exitCode})`}`,
    )
    .join(', ')

/** @param {Run} run @returns {Expectation[]} */
export function expectHonest(run) {
  return [
    is('the verdict', run.report.verdict.value, 'verified'),
    is('the exit status of the action', run.result.code, 0),
    is('the check on the head commit', run.conclusion, 'success'),
    is('the steps', outcomes(run), 'Syntax verified, Tests verified'),
  ]
}

/** Red because its tests failed, and for no other reason. @param {Run} run @returns {Expectation[]} */
export function expectHostile(run) {
  const output = run.report.steps.map((step) => `${step.output?.head ?? ''}${step.output?.tail ?? ''}`).join('\n')
  return [
    is('the verdict', run.report.verdict.value, 'not-verified'),
    is('the exit status of the action', run.result.code, 1),
    is('the check on the head commit', run.conclusion, 'failure'),
    is('the steps', outcomes(run), 'Syntax verified, Tests failed (exit 1)'),
    is('attempts to get out that were refused', output.match(REFUSED)?.length ?? 'none', ATTEMPTS),
    none('attempts that got through', output.match(GOT_THROUGH) ?? []),
  ]
}

/** @param {string} posture the action's output of this name @returns {string[]} */
function unproven(posture) {
  const claims = Object.entries(posture === '' ? {} : JSON.parse(posture))
  if (claims.length === 0) return ['all: no claim was judged']
  const open = claims.filter(([, verdict]) => verdict !== 'proven' && verdict !== 'not-applicable')
  return open.map(([id, verdict]) => `${id} ${verdict}`)
}

/** @param {Run} run @param {string} token @returns {Expectation[]} */
export function expectAnyway({ pull, result, report, comment, changed, smuggled }, token) {
  const published = { log: result.log.replace(`::add-mask::${token}`, ''), comment, summary: result.summary }
  const texts = { ...published, report: JSON.stringify(report) }
  const secrets = [token, Buffer.from(`x-access-token:${token}`).toString('base64')]
  const leaks = Object.entries(texts).filter(([, text]) => secrets.some((secret) => text.includes(secret)))
  return [
    none(`#${pull.number}: claims that were not proven`, unproven(result.outputs['posture'] ?? '')),
    none(`#${pull.number}: files of the checkout that changed`, changed),
    none(`#${pull.number}: workflow commands smuggled into the log`, smuggled),
    none(
      `#${pull.number}: places where the token shows`,
      leaks.map(([name]) => name),
    ),
    is(`#${pull.number}: the comment`, comment === '' ? 'missing' : 'posted', 'posted'),
  ]
}

/**
 * @param {readonly import('../../__tests__/support/github/index.d.mts').Violation[]} violations
 * @param {readonly string[]} left on the engine
 * @returns {Expectation[]}
 */
export function expectAround(violations, left) {
  const breaches = violations.map(({ method, path, message }) => `${method} ${path}: ${message}`)
  return [none("requests against GitHub's API description", breaches), none('containers and volumes left', left)]
}
