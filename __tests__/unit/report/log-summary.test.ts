import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { renderLogSummary } from '../../../src/report/log-summary.ts'
import { nastyText } from '../../support/nasty-text.ts'
import { failed, report } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'
import { inert } from '../../../src/runtime/inert.ts'

describe('the end of the log', () => {
  test('says verdict, steps, posture, commit', () => {
    expect(renderLogSummary(SAMPLES.failed!())).toEqual([
      'Confine: NOT VERIFIED: step "npm test" failed with exit code 1, and 1 more not verified',
      '  npm run lint: verified: exit 0 after 2.1 s',
      '  npm test: failed: exit 1 after 12 s',
      '  Integration tests: failed: as for a command not found (exit 127) after 310 ms',
      '    Hint: psql is not in the image. Steps have no network: what they need has to be in the image.',
      '  npm run bench: failed: killed by SIGSEGV (exit 139) after 3.1 s (allowed)',
      '  Posture: 23 of 23 claims proven',
      '  Tested: c3a7f2b1908e4d5c6b7a8990aabbccddeeff0011, a merge commit of head 5f1c9e0ab27d43c8b6a1f0e9d8c7b6a594837261',
    ])
  })

  test('names the claims that are not proven, and remarks', () => {
    const lines = renderLogSummary({ ...SAMPLES['not-confined']!(), notes: ['a remark'] })
    expect(lines).toContain(
      '  Posture: 19 of 23 claims proven; network.none refuted; limits.pids unproven; probe.sighted unproven; lsm.profile not applicable',
    )
    expect(lines).toContain('  Note: a remark')
  })

  test('says what is not required, and what is', () => {
    const sample = SAMPLES['not-confined']!()
    const profile = sample.profile && { ...sample.profile, require: ['network.none' as const, 'host' as const] }
    const lines = renderLogSummary({ ...sample, profile })
    expect(lines).toContainEqual(
      expect.stringContaining('; network.none refuted; limits.pids unproven (not required); '),
    )
    expect(lines).toContain('  Required: only network.none (1 of 23), and the host must confirm each that it can see')
  })

  test('says that nothing was tested', () => {
    const sample = SAMPLES['no-engine']!()
    const lines = renderLogSummary({ ...sample, subject: { ...sample.subject, tested: null } })
    expect(lines.slice(-2)).toEqual([
      '  Posture: nothing was proven',
      `  Tested: nothing; head ${sample.subject.headSha}`,
    ])
  })

  test('holds no command for the runner, and no second line', () => {
    fc.assert(
      fc.property(nastyText, nastyText, nastyText, (name, reason, note) => {
        const commands = '::error::x ##[error]y :::add-mask::z'
        const lines = renderLogSummary(
          report([failed(name + commands, '')], commands + reason, {
            notes: [note + commands],
            run: { ...SAMPLES.failed!().run, name: commands },
          }),
        )
        // As they are written to the log.
        expect(lines.map(inert).filter((line) => /^\s*::|##\[|\p{Cc}/u.test(line))).toEqual([])
        expect(lines).toHaveLength(5)
      }),
      { numRuns: 200 },
    )
  })
})
