import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { readCheckout } from '../../../src/plan/checkout.ts'
import { parseCommit } from '../../../src/plan/commit-object.ts'
import { makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

const TREE = '1'.repeat(40)
const PARENTS = ['2'.repeat(40), '3'.repeat(40)]

/** Reads bytes under the name that they have. */
function parse(text: string, algorithm = 'sha1') {
  const bytes = Buffer.from(text)
  const sha = createHash(algorithm)
    .update(`commit ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex')
  return parseCommit(sha, bytes)
}

describe('a commit object', () => {
  const rest = 'author A <a@example.test> 1 +0000\ncommitter C <c@example.test> 1 +0000\n\nmessage\n'

  test.each([[[]], [PARENTS.slice(1)], [PARENTS]])('has the parents %j', (parents) => {
    const lines = parents.map((parent) => `parent ${parent}\n`).join('')
    expect(parse(`tree ${TREE}\n${lines}${rest}`)).toEqual({ tree: TREE, parents })
  })

  test('has only the parents that follow the tree', () => {
    const late = `parent ${PARENTS[0]!}\n`
    expect(parse(`tree ${TREE}\n${rest.replace('\n\n', `\n${late}\n${late}`)}`)).toEqual({ tree: TREE, parents: [] })
  })

  test('may be SHA-256', () => {
    const tree = '4'.repeat(64)
    expect(parse(`tree ${tree}\n${rest}`, 'sha256')).toEqual({ tree, parents: [] })
  })

  test.each(['', 'tree', `tree ${TREE}`, `parent ${TREE}\n`, `x\ntree ${TREE}\n`, `tree ${'g'.repeat(40)}\n`])(
    '%j is none',
    (text) => {
      expect(parse(text)).toBeNull()
    },
  )

  test('has the hash that names it', () => {
    const bytes = Buffer.from(`tree ${TREE}\n${rest}`)
    expect(parseCommit('0'.repeat(40), bytes)).toBeNull()
  })

  test('that was swapped on disk is refused', async () => {
    await using temp = new TempFolder()
    const repo = join(temp.path, 'repo')
    const sha = makeRepository(repo)
    const place = join(repo, '.git/objects', sha.slice(0, 2), sha.slice(2))
    const forged = inflateSync(readFileSync(place)).toString('latin1').replace('change', 'danger')
    chmodSync(place, 0o644)
    writeFileSync(place, deflateSync(Buffer.from(forged, 'latin1')))
    await expect(readCheckout(gitTools(temp), repo)).rejects.toMatchObject({ code: 'subject' })
  })
})
