import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { findWaysOut } from '../../../src/plan/ways-out.ts'
import { TempFolder } from '../../support/git.ts'

const NOTHING = { first: null, unread: [], complete: true }

describe('what a mount would bring', () => {
  test('files, folders and links are no way out', async () => {
    await using folder = new TempFolder()
    writeFileSync(join(folder.folder('a/b'), 'file'), '')
    symlinkSync('/run', join(folder.path, 'link'))
    expect(await findWaysOut(folder.path)).toEqual(NOTHING)
    expect(await findWaysOut(join(folder.path, 'a/b/file'))).toEqual(NOTHING)
  })

  test('a socket is one, however deep, and by itself', async () => {
    await using folder = new TempFolder()
    const socket = join(folder.folder('a/b/c'), 'agent')
    const server = createServer().listen(socket)
    await once(server, 'listening')
    try {
      expect(await findWaysOut(folder.path)).toEqual({ ...NOTHING, first: socket })
      expect(await findWaysOut(socket)).toEqual({ ...NOTHING, first: socket })
    } finally {
      server.close()
    }
  })

  test('so is a named pipe', async () => {
    await using folder = new TempFolder()
    const pipe = join(folder.path, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await findWaysOut(folder.path)).toEqual({ ...NOTHING, first: pipe })
  })

  test('what is not there is told as not read', async () => {
    expect(await findWaysOut('/nonexistent/x')).toEqual({ ...NOTHING, unread: ['/nonexistent/x'] })
  })
})
