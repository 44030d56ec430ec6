import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SECCOMP_PROFILE, WATERMARK } from '../../src/sandbox/seccomp-profile.ts'
import { DockerScope } from '../support/docker.ts'
import {
  ABSENT,
  type Attempt,
  OTHER_ABI,
  REFUSED,
  REFUSED_ARGUMENTS,
  TRACING,
  UNSUPPORTED,
  WORKING,
} from '../support/seccomp-attempts.ts'
import { outcomes, runWith } from '../support/seccomp-container.ts'

/**
 * Real calls under the profile, and the same calls in a container that differs in nothing but that it has no filter:
 * what they answer there shows that it is the filter that refuses, and neither the kernel nor a missing capability.
 */
let scope: DockerScope
let filtered: ReadonlyMap<string, string>
let unfiltered: ReadonlyMap<string, string>

const ALL = [...REFUSED, ...TRACING, ...REFUSED_ARGUMENTS, ...ABSENT, ...UNSUPPORTED, ...OTHER_ABI, ...WORKING]

beforeAll(async () => {
  if (process.arch !== 'x64') throw new Error('the numbers of the attempts are those of x86-64')
  scope = await DockerScope.open('debian')
  filtered = await outcomes(scope, SECCOMP_PROFILE, ALL)
  unfiltered = await outcomes(scope, 'unconfined', ALL)
})
afterAll(() => scope[Symbol.asyncDispose]())

function rows(attempts: readonly Attempt[]): [string][] {
  return attempts.map(({ name }) => [name])
}

describe('the filter refuses, also to root with capabilities', () => {
  test.each(rows([...REFUSED, ...TRACING, ...REFUSED_ARGUMENTS]))('%s', (name) => {
    expect(filtered.get(name)).toBe('EPERM')
    expect(unfiltered.get(name)).toMatch(/^(done|E\w+)$/)
    expect(unfiltered.get(name)).not.toBe('EPERM')
  })
})

describe('the filter answers as a kernel without it', () => {
  test.each(rows(ABSENT))('%s', (name) => {
    expect(filtered.get(name)).toBe('ENOSYS')
    expect(unfiltered.get(name)).toBe('EINVAL')
  })
})

describe('the filter answers as a file system without it', () => {
  test.each(rows(UNSUPPORTED))('%s', (name) => {
    expect(filtered.get(name)).toBe('ENOTSUP') // Python's name of EOPNOTSUPP
    expect(unfiltered.get(name)).toMatch(/^(EBADF|ENOSYS)$/)
  })

  // posix_fallocate(3) writes where it can't reserve; a hole gives its blocks back.
  const SPACE = [
    'import ctypes, os',
    'libc = ctypes.CDLL(None, use_errno=True)',
    'file = os.open("/tmp/space", os.O_RDWR | os.O_CREAT)',
    'size = ctypes.c_long(1 << 20)',
    'print(libc.fallocate(file, 0, ctypes.c_long(0), size), os.stat(file).st_blocks)',
    'os.posix_fallocate(file, 0, 1 << 20)',
    'print(os.stat(file).st_size, os.stat(file).st_blocks)',
    'print(libc.fallocate(file, 3, ctypes.c_long(0), size), os.stat(file).st_blocks)',
  ].join('\n')

  test('space is reserved by writing, and freed as ever', async () => {
    const told = async (seccomp: string): Promise<string> => {
      const argv = ['python3', '-c', SPACE]
      return (await runWith(scope, { image: 'debian', argv, seccomp, rights: 'of a step' })).text
    }
    expect(await told(SECCOMP_PROFILE)).toBe('-1 0\n1048576 2048\n0 0\n')
    expect(await told('unconfined')).toBe('0 2048\n1048576 2048\n0 0\n')
  })
})

describe('the filter ends a process that comes by the door for 32-bit programs', () => {
  test.each(rows(OTHER_ABI))('%s', (name) => {
    expect(filtered.get(name)).toBe('SIGSYS')
    // A kernel without x32 says that it has no such call.
    expect(unfiltered.get(name)).toMatch(name.includes('x32') ? /^(done|ENOSYS)$/ : /^done$/)
  })
})

describe('the filter lets pass', () => {
  test.each(rows(WORKING))('%s', (name) => {
    expect(filtered.get(name)).toBe('done')
    expect(unfiltered.get(name)).toBe('done')
  })
})

describe('the watermark shows from inside', () => {
  const { signal, neighbour, answers } = WATERMARK
  const script = [signal, neighbour].map((number) => `(LC_ALL=C; kill -${number} 999999)`).join('; ')
  const SHELLS = [
    ['busybox', ['/bin/sh']],
    ['debian', ['/bin/dash']],
    ['debian', ['/bin/bash']],
  ] as const

  const told = async (image: string, shell: readonly string[], seccomp: string | null): Promise<readonly string[]> => {
    const argv = [...shell, '-c', `exec 2>&1; ${script}; grep Seccomp: /proc/self/status`]
    const { text } = await runWith(scope, { image, argv, seccomp, rights: 'of a step' })
    // The shells' own words come first: `sh: can't kill pid 999999: Too many links`, `kill: (999999) - Too many links`.
    return text
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/^.*(: | - )/, ''))
      .filter((line) => line !== '')
  }

  test.each(SHELLS)('%s %s', async (image, shell) => {
    const [first, ...rest] = await told(image, shell, SECCOMP_PROFILE)
    expect(answers).toContain(first)
    expect(rest).toEqual(['No such process', 'Seccomp:\t2'])
  })

  test.each(SHELLS)('%s %s, and neither under the engine’s own profile nor without one', async (image, shell) => {
    const none = ['No such process', 'No such process']
    expect(await told(image, shell, null)).toEqual([...none, 'Seccomp:\t2'])
    expect(await told(image, shell, 'unconfined')).toEqual([...none, 'Seccomp:\t0'])
  })
})

test('the engine takes the text as it is, and says so', async () => {
  const { engine, labels } = scope
  const HostConfig = { NetworkMode: 'none', SecurityOpt: [`seccomp=${SECCOMP_PROFILE}`] }
  const request = { Image: 'confine-test/busybox:latest', Cmd: ['true'], Labels: labels, HostConfig }
  const { id } = await engine.createContainer(request)
  expect(await engine.inspectContainer(id)).toMatchObject({ HostConfig: { SecurityOpt: HostConfig.SecurityOpt } })
  await engine.remove('container', id)
})
