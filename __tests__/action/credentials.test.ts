import { execFileSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import {
  BASIC,
  type CredentialSite,
  makeCheckoutWithCredential,
  PLANTED,
  SITES,
} from '../support/action-credentials.ts'
import { git } from '../support/git.ts'

/** Everything that a step can read of the checkout, of its own and of PID 1's surroundings. */
const SEARCH = [
  // In two parts, for the command itself is in /proc.
  `a=${PLANTED.slice(0, 12)} b=${PLANTED.slice(12)} c=${BASIC.slice(0, 12)} d=${BASIC.slice(12)}`,
  'if grep -raF -e "$a$b" -e "$c$d" .; then echo FOUND in the workspace; fi',
  `if grep -ra 'AUTHORIZATION[:]' .git; then echo FOUND a header; fi`,
  'r=$(printf %s "$a$b" | rev); if grep -raF "$r" .; then echo FOUND in reverse; fi',
  'if env | grep -F -e "$a$b" -e "$c$d"; then echo FOUND in the environment; fi',
  'if cat /proc/*/environ /proc/1/cmdline /proc/*/mountinfo 2>/dev/null | grep -aF -e "$a$b" -e "$c$d"; then echo FOUND; fi',
  'if find / -xdev -name "git-credentials*" 2>/dev/null | grep .; then echo FOUND a file; fi',
].join('\n')

const KEPT = 'cat .git/config'

async function search(site: CredentialSite) {
  const checkout = makeCheckoutWithCredential(site)
  const run = await runAction({
    checkout,
    image: 'debian',
    steps: [SEARCH, KEPT, 'git remote -v; git status --porcelain'],
  })
  return { checkout, run }
}

describe.each(SITES)('SEC-01: a credential left by $name', (site) => {
  test('can be read by no step, while the other settings stay', async () => {
    const { checkout, run } = await search(site)
    expectVerified(run)
    expect(outputOf(run, 0)).toBe('')
    expect(outputOf(run, 1)).toContain('merge = refs/heads/main')
    expect(outputOf(run, 1)).toMatch(/url = https:\/\/(\*\*\*@)?github\.com\/(octo-org\/octo-repo|o\/r\.git)/)
    expect(outputOf(run, 2)).toMatch(/^origin\s+https:\/\/github\.com\//m)
    expect(reportOf(run).workspace?.scrubbed.length).toBeGreaterThan(0)
    const published = [run.summary, run.log, JSON.stringify(run.report), run.github.state.comments[0]?.body].join('\n')
    expect(published).not.toContain(PLANTED)
    expect(published).not.toContain(BASIC)
    // The control: on the host the same search finds it, and the job's own git still has it.
    const onHost = execFileSync('sh', ['-c', `grep -rlaF -e ${PLANTED} -e ${BASIC} . ../../../temp`], {
      cwd: checkout.path,
    })
    expect(onHost.toString()).not.toBe('')
    expect(git(checkout.path, 'fsck')).toBe('')
  })
})
