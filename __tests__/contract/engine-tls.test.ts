import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ConfineError } from '../../src/domain/errors.ts'
import { readTls } from '../../src/sandbox/engine-tls.ts'
import { type Authority, clientFolder, type Identity, makeAuthority } from '../support/certificates.ts'
import { TempFolder } from '../support/git.ts'

let folder: TempFolder
let authority: Authority
let client: Identity
beforeAll(() => {
  folder = new TempFolder()
  authority = makeAuthority(folder, 'authority')
  client = authority.issue('client')
})
afterAll(() => {
  folder.remove()
})

describe('the certificates of a folder', () => {
  test('are all three', () => {
    const [ca, cert, key] = [authority.cert, client.cert, client.key].map((path) => readFileSync(path))
    expect(readTls(clientFolder(folder, 'whole', authority, client))).toEqual({ ca, cert, key })
  })

  test('may be the authority’s alone', () => {
    const ca = readFileSync(authority.cert)
    const made = readTls(clientFolder(folder, 'alone', authority, null))
    expect(made).toEqual({ ca, cert: undefined, key: undefined })
  })

  test('may be of several authorities', () => {
    const path = clientFolder(folder, 'several', authority, client)
    const both = Buffer.concat([makeAuthority(folder, 'second').cert, authority.cert].map((file) => readFileSync(file)))
    folder.write('several/ca.pem', both)
    expect(readTls(path).ca).toEqual(both)
  })
})

describe('what is refused, with the folder', () => {
  const junk = (name: string) => (path: string) => void folder.write(join(path, name), 'junk')
  const without = (name: string) => (path: string) => {
    rmSync(join(folder.path, path, name))
  }
  const foreignKey = (path: string): void => {
    copyFileSync(authority.key, join(folder.path, path, 'key.pem'))
  }
  const asFolder = (path: string): void => {
    rmSync(join(folder.path, path, 'key.pem'))
    folder.folder(join(path, 'key.pem'))
  }

  test.each<[name: string, spoil: (path: string) => void, why: RegExp]>([
    ['no-authority', without('ca.pem'), /ca\.pem is not there$/],
    ['no-certificate', without('cert.pem'), /cert\.pem and key\.pem go together, and one of them is missing$/],
    ['no-key', without('key.pem'), /cert\.pem and key\.pem go together, and one of them is missing$/],
    ['junk-authority', junk('ca.pem'), /no usable certificates or key \(.*\)$/],
    ['junk-certificate', junk('cert.pem'), /no usable certificates or key \(.*\)$/],
    ['junk-key', junk('key.pem'), /no usable certificates or key \(.*\)$/],
    ['foreign-key', foreignKey, /no usable certificates or key \(.*mismatch.*\)$/],
    ['key-a-folder', asFolder, /EISDIR/],
  ])('%s', (name, spoil, why) => {
    const path = clientFolder(folder, name, authority, client)
    spoil(name)
    expect(() => readTls(path)).toThrow(ConfineError)
    expect(() => readTls(path)).toThrow(why)
    expect(() => readTls(path)).toThrow(`TLS for the engine, from ${path}: `)
  })
})
