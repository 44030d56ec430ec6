import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { requireCheckout } from '../../../src/plan/nearby-checkout.ts'
import { makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

let temp: TempFolder
let workspace: string

beforeEach(() => {
  temp = new TempFolder()
  workspace = temp.folder('ws')
})
afterEach(() => temp.remove())

async function refusal(path: string): Promise<string> {
  const tools = gitTools(temp, { GITHUB_WORKSPACE: workspace })
  return requireCheckout(tools, join(workspace, path)).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  )
}

const folder = (path: string) => mkdirSync(join(workspace, path), { recursive: true })

test('a folder of the checkout that fills the workspace is told as a working directory', async () => {
  makeRepository(workspace)
  folder('packages/server')
  expect(await refusal('.')).toBe('none')
  expect(await refusal('packages/server')).toMatch(
    /^".*server" is no git checkout, but a folder of the one at ".*\/ws": leave out the input path, and give the steps working-directory: "packages\/server"$/,
  )
})

test('a folder of a checkout deeper in the workspace, too', async () => {
  makeRepository(join(workspace, 'a/b'))
  folder('a/b/c/d')
  expect(await refusal('a/b/c/d')).toMatch(
    /at ".*\/a\/b": set the input path to "a\/b", and give the steps working-directory: "c\/d"$/,
  )
})

test('a checkout one level down is told as the path, several as a choice', async () => {
  makeRepository(join(workspace, 'a/two'))
  folder('a/plain')
  expect(await refusal('a')).toMatch(
    /^".*\/a" is no git checkout, but there is one below it: set the input path to "a\/two"$/,
  )
  makeRepository(join(workspace, 'a/one'))
  expect(await refusal('a')).toMatch(/set the input path to "a\/one", "a\/two", whichever is meant$/)
  // Two levels down is not looked at.
  expect(await refusal('.')).toMatch(/is no git checkout \(run actions\/checkout first\)/)
})

test('nothing is told of what is no checkout, lies outside of the workspace, or behind a link', async () => {
  makeRepository(temp.path)
  folder('broken')
  temp.write('ws/broken/.git', 'gitdir: nowhere\n')
  makeRepository(temp.folder('elsewhere'))
  symlinkSync(join(temp.path, 'elsewhere'), join(workspace, 'link'))
  expect(await refusal('.')).toMatch(/is no git checkout \(run actions\/checkout first\): "fatal/)
  expect(await refusal('broken')).toMatch(/is no git checkout \(run actions\/checkout first\): "fatal/)
  rmSync(join(workspace, 'broken'), { recursive: true })
  makeRepository(workspace)
  temp.write('ws/broken/.git', 'gitdir: nowhere\n')
  expect(await refusal('broken')).toMatch(/is no git checkout \(run actions\/checkout first\): "fatal/)
})
