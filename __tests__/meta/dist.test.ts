import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'

const ROOT = join(import.meta.dirname, '../..')
const folders: string[] = []

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'confine-dist-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function files(root: string): Map<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]))
}

function build(project: string): Map<string, string> {
  const out = temporary()
  execFileSync(process.execPath, [join(project, 'scripts/build.mjs'), out], { stdio: 'pipe' })
  return files(out)
}

/** Names only: a difference of megabytes is no message. */
function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
}

const fresh = build(ROOT)

describe('dist', () => {
  test('is what `npm run build` makes of the sources', () => {
    expect(differing(files(join(ROOT, 'dist')), fresh)).toEqual([])
  })

  test('has the same bytes when it is built in another folder', () => {
    const copy = temporary()
    for (const name of ['src', 'scripts', 'vendor', 'package.json', 'package-lock.json', 'tsconfig.json']) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    }
    // Copied, not linked: the bundler follows a link, and would name the modules by where it leads.
    execFileSync('cp', ['-a', join(ROOT, 'node_modules'), copy])
    expect(differing(build(copy), fresh)).toEqual([])
  })

  test('can be read: plain text, no map, no lines of a minifier, no binary', () => {
    for (const [name, text] of fresh) {
      expect(name).toMatch(/^(post\/)?([\w.]+\.js|probe\.sh|licenses\.txt|package\.json)$/)
      expect(text).not.toContain('\0')
    }
    const entry = fresh.get('index.js') ?? ''
    expect(entry.length / entry.split('\n').length).toBeLessThan(80)
  })

  test('holds nothing of the tests', () => {
    for (const text of fresh.values()) expect(text).not.toMatch(/@jest\/globals|__tests__\/|fast-check/)
  })

  test('carries the probe as it stands in the sources', () => {
    expect(fresh.get('probe.sh')).toBe(readFileSync(join(ROOT, 'src/sandbox/probe.sh'), 'utf8'))
  })
})
