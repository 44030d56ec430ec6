import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openPublishing, tell } from '../../../src/run/tell.ts'
import { failed, report, step } from '../../support/report-fixtures.ts'
import { TempFolder } from '../../support/git.ts'
import { MemoryRunner } from './memory-runner.ts'
import { plan } from './samples.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

const REPORT = report([step('lint'), failed('test', 'boom')], 'step "test" failed')

function port(reportPath: string, summary = true) {
  const runner = new MemoryRunner()
  const own = plan([])
  const publishing = { ...own.publishing, reportPath, summary }
  return {
    plan: { ...own, publishing },
    runner,
    label: 'r',
    actor: null,
    startedAt: new Date(0),
    cancel: new AbortController().signal,
  }
}

describe('telling a run', () => {
  test('writes the report, the summary, the outputs and the log', async () => {
    const path = join(folder.path, 'deep/report.json')
    const own = port(path)
    await tell(own, null, REPORT)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(REPORT)))
    expect(own.runner.summaries.length).toBe(1)
    expect(own.runner.outputs).toMatchObject({ verdict: 'not-verified', verified: 'false', report: path })
    expect(JSON.parse(own.runner.outputs['steps'] ?? '')).toMatchObject([{ name: 'lint' }, { name: 'test' }])
    expect(Object.keys(own.runner.outputs).sort()).toEqual(
      ['check-run-url', 'comment-url', 'posture', 'report', 'steps', 'verdict', 'verified'].sort(),
    )
    expect(own.runner.log.join('\n')).toContain('step "test" failed')
    expect(own.runner.log.some((line) => line.startsWith('warning'))).toBe(false)
  })

  test('without a summary, where none is wanted', async () => {
    const own = port(join(folder.path, 'r.json'), false)
    await tell(own, null, REPORT)
    expect(own.runner.summaries).toEqual([])
  })

  test('goes on when the report can not be written, and says so in the log and the summary', async () => {
    folder.write('file', '')
    const own = port(join(folder.path, 'file/report.json'))
    await tell(own, null, REPORT)
    const warnings = own.runner.log.filter((line) => line.startsWith('warning'))
    expect(warnings).toEqual([expect.stringMatching(/report/i)])
    expect(own.runner.summaries[0]).toMatch(/report/i)
    expect(own.runner.outputs['verdict']).toBe('not-verified')
  })

  test('goes on when the summary can not be written, and says so in the log', async () => {
    const own = port(join(folder.path, 'r.json'))
    own.runner.summary = () => Promise.reject(new Error('disk full'))
    await tell(own, null, REPORT)
    expect(own.runner.log.filter((line) => line.startsWith('warning'))).toEqual([expect.stringMatching(/disk full/)])
    expect(own.runner.outputs['verdict']).toBe('not-verified')
  })
})

test('nothing is opened where nothing is to be posted', async () => {
  const own = port(join(folder.path, 'r.json'))
  expect(await openPublishing(own)).toBeNull()
  expect(own.runner.saved).toEqual({})
})
