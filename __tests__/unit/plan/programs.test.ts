import { describe, expect, test } from '@jest/globals'
import { findProgram, trustedFolders } from '../../../src/plan/programs.ts'
import { machine } from './given.ts'

const FACTS = machine(['/usr/bin', '/opt/a', '/w/repo/bin', 'bin'], {
  '/opt/link': { kind: 'directory', real: '/w/repo/bin' },
  '/usr/bin/git': { kind: 'file', real: '/usr/bin/git' },
  '/w/repo/bin/git': { kind: 'file', real: '/w/repo/bin/git' },
  '/opt/a/git': { kind: 'file', real: '/w/repo/bin/git' },
  '/opt/a/tool': { kind: 'directory', real: '/opt/a/tool' },
})

describe('the folders of a PATH that a branch can not write to', () => {
  test.each([
    ['/usr/bin:/opt/a', ['/usr/bin', '/opt/a']],
    ['/w/repo/bin:/usr/bin:/w/repo', ['/usr/bin']],
    ['/opt/link:/usr/bin', ['/usr/bin']],
    ['bin:.::/usr/bin', ['/usr/bin']],
    ['/usr/bin/../bin:/usr/bin/', []],
    ['/absent:/usr/bin/git', []],
    ['', []],
  ])('%s', (path, folders) => {
    expect(trustedFolders(path, '/w/repo', FACTS)).toEqual(folders)
  })
})

describe('a program', () => {
  test.each([
    ['git', ['/usr/bin'], '/usr/bin/git'],
    ['git', ['/opt/a', '/usr/bin'], '/usr/bin/git'],
    ['git', ['/opt/a'], null],
    ['tool', ['/opt/a'], null],
    ['git', [], null],
  ])('%s of %j is %s', (name, folders, place) => {
    expect(findProgram(name, folders, '/w/repo', FACTS)).toBe(place)
  })
})
