// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Downloads one pinned package into a temporary folder, checks its integrity and hands a reader of its files to `use`.
 * Nothing is installed and no script of the package runs. The folder is removed afterwards.
 *
 * @template T
 * @param {{ name: string, version: string, integrity: string }} pin integrity as `npm view NAME@VERSION dist.integrity` prints it
 * @param {(readJson: (path: string) => any) => T} use its path is relative to the package's root
 * @returns {T}
 * @throws {Error} when the registry serves other bytes than the pinned ones
 */
export function withPackage(pin, use) {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  try {
    const spec = `${pin.name}@${pin.version}`
    const pack = ['pack', spec, '--json', '--ignore-scripts', '--pack-destination', folder]
    const packed = onlyEntry(JSON.parse(execFileSync('npm', pack, { encoding: 'utf8', cwd: folder })))
    if (packed.integrity !== pin.integrity) {
      throw new Error(`${spec}: integrity is ${packed.integrity}, expected ${pin.integrity}`)
    }
    const tarball = join(folder, packed.filename)
    return use((path) => JSON.parse(unpacked(tarball, path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * npm answers with a list, newer versions with an object keyed by the package's name.
 * @param {any} report
 */
function onlyEntry(report) {
  return Object.values(report)[0]
}

/** @param {string} tarball @param {string} path */
function unpacked(tarball, path) {
  const args = ['-xOzf', tarball, `package/${path}`]
  return execFileSync('tar', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
}
