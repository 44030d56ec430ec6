import { expect, test } from '@jest/globals'
import { accountFiles } from '../../../src/sandbox/accounts.ts'
import { OWN_FILES, ownFileEntries, ownFileMounts } from '../../../src/sandbox/own-files.ts'

const ACCOUNTS = accountFiles({ passwd: null, group: null }, { uid: 1001, gid: 121 }, '/home/confine')

test('every own file is written, belongs to root, and is mounted read-only at its place', () => {
  const entries = ownFileEntries(ACCOUNTS, new Date(0))
  const written = entries.filter(({ type }) => type === 'file')
  expect(entries[0]).toMatchObject({ name: 'etc', type: 'directory', mode: 0o755, uid: 0, gid: 0 })
  for (const file of written) expect(file).toMatchObject({ mode: 0o644, uid: 0, gid: 0 })
  expect(written.map(({ name }) => `/${name}`)).toEqual(OWN_FILES)
  expect(ownFileMounts('/layer').map(({ source }) => source)).toEqual(OWN_FILES.map((path) => `/layer${path}`))
  for (const mount of ownFileMounts('/layer'))
    expect(mount).toMatchObject({ type: 'bind', readOnly: true, propagation: 'rslave' })
  expect(ownFileMounts('/layer').map(({ target }) => target)).toEqual(OWN_FILES)
})

test('names lead to the container alone', () => {
  const text = (name: string) => {
    const entry = ownFileEntries(ACCOUNTS, new Date(0)).find((each) => each.name === `etc/${name}`)
    return entry?.content.toString('utf8') ?? ''
  }
  const hosts = text('hosts').trim().split('\n')
  expect(hosts.map((line) => line.split(/\s+/, 2))).toEqual([
    ['127.0.0.1', 'localhost'],
    ['::1', 'localhost'],
    ['127.0.0.1', 'confine'],
  ])
  expect(text('resolv.conf')).toBe('nameserver 127.0.0.1\n')
  expect(text('passwd')).toContain('confine:x:1001:121:')
})
