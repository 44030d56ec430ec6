import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { UserIds } from '../domain/profile.ts'
import { ConfineError } from '../domain/errors.ts'
import type { Programs } from '../plan/programs.ts'
import { collect } from './collect.ts'

const STDERR_BYTES = 64 * 1024

export interface TarProcess {
  readonly stream: Readable
  /** Settles when tar has ended: with remarks (a socket was left out), or with a workspace error. */
  readonly done: Promise<readonly string[]>
  kill(): void
}

/**
 * The checkout as a tar, by GNU tar: it carries names that are no UTF-8, sparse files, links of every sort and FIFOs.
 * Every path is put below `prefix`; link targets stay as they are, but those of hard links, which are member names.
 */
export function tarCheckout(programs: Programs, checkout: string, prefix: string, owner: UserIds | null): TarProcess {
  const program = programs.find('tar')
  if (program === null) throw new ConfineError('workspace', 'there is no tar on the PATH of the runner')
  const owned = owner === null ? [] : [`--owner=:${String(owner.uid)}`, `--group=:${String(owner.gid)}`]
  const transform = `--transform=flags=rhS;s,^\\.,${prefix},`
  const args = ['--create', '--file=-', '--format=posix', '--sparse', '--numeric-owner', ...owned, transform, '.']
  const child = spawn(program, args, {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: programs.path, LC_ALL: 'C' },
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const done = Promise.all([exit, collect(child.stderr, STDERR_BYTES)]).then(([code, remarks]) => {
    const said = remarks
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
    // 1 is "some files differ": one changed while it was read. A socket that is left out is only a remark.
    if (code === 0) return said
    throw new ConfineError(
      'workspace',
      `tar of the checkout ended with ${String(code)}: ${said.slice(0, 5).join('; ')}`,
    )
  })
  return { stream: child.stdout, done, kill: () => child.kill('SIGKILL') }
}
