import { symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parseCheckoutPath } from '../../../src/plan/checkout-path.ts'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { realPlace } from '../../../src/plan/places.ts'
import { defaultReportPath, parseReportPath } from '../../../src/plan/report-path.ts'
import { TempFolder } from '../../support/git.ts'
import { machine, parsed } from './given.ts'

const temp = new TempFolder()
const root = temp.path
const facts = hostFacts()

beforeAll(() => {
  for (const folder of ['ws/repo/sub', 'ws/other', 'elsewhere', 'tmp']) temp.folder(folder)
  temp.write('ws/file', '')
  symlinkSync('repo', join(root, 'ws/inner'))
  symlinkSync('../elsewhere', join(root, 'ws/outer'))
  symlinkSync('gone', join(root, 'ws/dangling'))
  symlinkSync('loop', join(root, 'ws/loop'))
  symlinkSync('ws', join(root, 'linked'))
  symlinkSync('tmp', join(root, 'linked-tmp'))
  symlinkSync('../elsewhere/report.json', join(root, 'tmp/trap.json'))
  temp.write('elsewhere/there.json', '')
  symlinkSync('../elsewhere/there.json', join(root, 'tmp/link.json'))
  symlinkSync('../ws/repo', join(root, 'tmp/into-checkout'))
})

afterAll(() => temp.remove())

describe('what is at a path', () => {
  test.each([
    ['ws', { kind: 'directory', real: join(root, 'ws') }],
    ['ws/file', { kind: 'file', real: join(root, 'ws/file') }],
    ['ws/inner/sub', { kind: 'directory', real: join(root, 'ws/repo/sub') }],
    ['ws/none', { kind: 'absent' }],
    ['ws/file/x', { kind: 'hidden' }],
    ['ws/dangling', { kind: 'hidden' }],
    ['ws/loop', { kind: 'hidden' }],
  ])('%s', (path, sight) => {
    expect(facts.look(join(root, path))).toEqual(sight)
  })

  test('may be neither folder nor file', async () => {
    const server = createServer()
    const socket = join(root, 'sock')
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    expect(facts.look(socket)).toEqual({ kind: 'other', real: socket })
    await new Promise((resolve) => server.close(resolve))
  })

  test.each([
    ['ws/inner/not/yet', 'ws/repo/not/yet'],
    ['ws/none', 'ws/none'],
    ['ws/outer/x', 'elsewhere/x'],
    ['ws/file/x', null],
    ['ws/dangling/x', null],
  ])('%s is really %s', (path, real) => {
    expect(realPlace(join(root, path), facts)).toBe(real === null ? null : join(root, real))
  })

  test('is nowhere when not even the root can be seen', () => {
    expect(realPlace('/a/b', machine([]))).toBeNull()
  })
})

describe('path', () => {
  const checkout = (path: string, workspace = 'ws') =>
    parsed(path, (given) => parseCheckoutPath(given, join(root, workspace), facts))

  test.each([
    ['.', 'ws'],
    ['repo', 'ws/repo'],
    ['./repo/', 'ws/repo'],
    ['repo/../other', 'ws/other'],
    ['inner', 'ws/repo'],
    [' repo\n', 'ws/repo'],
  ])('%s', (path, place) => {
    expect(checkout(path)).toBe(join(root, place))
  })

  test('may be absolute', () => {
    expect(checkout(join(root, 'ws/repo'))).toBe(join(root, 'ws/repo'))
  })

  test('in a workspace that is a link', () => {
    expect(checkout('repo', 'linked')).toBe(join(root, 'ws/repo'))
    expect(checkout(join(root, 'ws/repo'), 'linked')).toBe(join(root, 'ws/repo'))
  })

  test.each([
    ['..', /expected an existing folder in the workspace, got/],
    ['../elsewhere', /expected an existing folder in the workspace, got/],
    ['/etc', /expected an existing folder in the workspace, got "\/etc"/],
    ['none', /expected an existing folder in the workspace, got "none"/],
    ['file', /expected an existing folder in the workspace, got "file"/],
    ['dangling', /expected an existing folder in the workspace, got/],
    ['outer', /expected an existing folder in the workspace; a link leads out of it, got "outer"/],
    ['a\0b', /expected no NUL byte, got "a\\u\{0\}b"/],
  ])('%j is refused', (path, reason) => {
    expect(checkout(path)).toMatch(reason)
  })

  test('needs a workspace', () => {
    expect(checkout('.', 'absent')).toMatch(/there is no workspace: run actions\/checkout first/)
  })
})

describe('report', () => {
  const PLACES = { tempDir: 'tmp', workspace: 'ws', checkout: 'ws/repo' }
  const report = (path: string, more: Partial<typeof PLACES> = {}) => {
    const { tempDir, workspace, checkout } = { ...PLACES, ...more }
    const places = { tempDir: join(root, tempDir), workspace: join(root, workspace), checkout: join(root, checkout) }
    return parsed(path, (given) => parseReportPath(given, { ...places, facts }))
  }

  test.each([
    ['report.json', 'ws/report.json'],
    ['other/new/report.json', 'ws/other/new/report.json'],
    ['file', 'ws/file'],
    ['../tmp/r.json', 'tmp/r.json'],
    [' report.json\n', 'ws/report.json'],
  ])('%s', (path, place) => {
    expect(report(path)).toBe(join(root, place))
  })

  const expected = "x: expected a file in the runner's temp folder, or in the workspace outside of the checkout"
  test.each([
    ['repo/report.json', `${expected}, got`],
    ['inner/report.json', `${expected}, got`],
    ['repo', `${expected}, got`],
    ['../elsewhere/r.json', `${expected}, got`],
    ['/etc/passwd', `${expected}, got`],
    ['outer/r.json', `${expected}, got`],
    ['.', `${expected}, got`],
    ['other', `${expected}, not a folder or a link, got`],
    ['dangling', `${expected}, not a folder or a link, got`],
    ['dangling/r.json', `${expected}, reached through folders, got`],
    ['file/r.json', `${expected}, reached through folders, got`],
    ['../tmp/trap.json', `${expected}, not a folder or a link, got`],
    ['../tmp/link.json', `${expected}, not a folder or a link, got`],
    ['../tmp/into-checkout/r.json', `${expected}, got`],
    ['a\0b', 'x: expected no NUL byte, got'],
  ])('%j is refused', (path, problem) => {
    expect(report(path)).toContain(problem)
  })

  test('has nowhere but the temp folder where the checkout is the workspace', () => {
    expect(report('r.json', { checkout: 'ws' })).toContain(expected)
    expect(report(join(root, 'tmp/r.json'), { checkout: 'ws' })).toBe(join(root, 'tmp/r.json'))
  })

  test('is where a workspace or a temp folder leads that is a link', () => {
    expect(report('r.json', { workspace: 'linked' })).toBe(join(root, 'ws/r.json'))
    expect(report('repo/r.json', { workspace: 'linked' })).toContain(expected)
    expect(report(join(root, 'linked-tmp/r.json'), { tempDir: 'linked-tmp' })).toBe(join(root, 'tmp/r.json'))
    expect(report(join(root, 'linked-tmp/trap.json'), { tempDir: 'linked-tmp' })).toContain(expected)
  })

  test('may be in the workspace when the temp folder leads nowhere', () => {
    expect(report('r.json', { tempDir: 'ws/dangling' })).toBe(join(root, 'ws/r.json'))
    expect(report('dangling/r.json', { tempDir: 'ws/dangling' })).toContain(expected)
  })

  test('has by default a name of its own for each instance', () => {
    expect(defaultReportPath('/t', 'Confine')).toMatch(/^\/t\/confine-report-confine-[0-9a-f]{8}\.json$/)
    expect(defaultReportPath('/t', '-- Lint & Unit  tests! --')).toMatch(
      /^\/t\/confine-report-lint-unit-tests-[0-9a-f]{8}\.json$/,
    )
    expect(defaultReportPath('/t', 'x'.repeat(100))).toMatch(/^\/t\/confine-report-x{40}-[0-9a-f]{8}\.json$/)
    expect(defaultReportPath('/t', '../../x')).toMatch(/^\/t\/confine-report-x-[0-9a-f]{8}\.json$/)
    expect(defaultReportPath('/t', '测试')).toMatch(/^\/t\/confine-report-[0-9a-f]{8}\.json$/)
    expect(defaultReportPath('/t', 'A b')).not.toBe(defaultReportPath('/t', 'a-b'))
  })
})
