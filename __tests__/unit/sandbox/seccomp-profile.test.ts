import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { SECCOMP_DIGEST, SECCOMP_PROFILE, WATERMARK } from '../../../src/sandbox/seccomp-profile.ts'
import {
  ABSENT,
  type Attempt,
  REFUSED,
  REFUSED_ARGUMENTS,
  TRACING,
  UNSUPPORTED,
  WORKING,
} from '../../support/seccomp-attempts.ts'
import { DecidedProfile } from '../../support/seccomp-decide.ts'

const profile = new DecidedProfile(SECCOMP_PROFILE)
const nameOf = ({ name }: Attempt): string => name.split(/[ ,]/)[0] ?? ''
const answersTo = (attempt: Attempt) => profile.answers(nameOf(attempt), attempt.args.map(BigInt))

/** Calls whose arguments decide. */
const GUARDED = ['clone', 'fallocate', 'ioctl', 'kill', 'personality', 'socket', 'socketpair']

const register = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
/** Values around which guards turn, with or without bits that the kernel drops. */
const telling = fc
  .tuple(
    fc.constantFrom(
      0n,
      1n,
      2n,
      10n,
      15n,
      16n,
      17n,
      38n,
      40n,
      46n,
      47n,
      0x5412n,
      0x541cn,
      0x40000n,
      0x40305828n,
      0xffffffffn,
    ),
    fc.constantFrom(0n, 1n << 32n, 1n << 63n),
  )
  .map(([low, high]) => low + high)
const registers = fc.array(fc.oneof(register, telling), { minLength: 6, maxLength: 6 })

describe('the text', () => {
  test('is small, on one line, and has the digest that is told', () => {
    expect(SECCOMP_PROFILE.length).toBeLessThan(16 * 1024)
    expect(SECCOMP_PROFILE).not.toMatch(/\s/)
    expect(SECCOMP_DIGEST).toBe(`sha256:${createHash('sha256').update(SECCOMP_PROFILE).digest('hex')}`)
  })

  test('refuses by default, and has no second architecture beside any', () => {
    expect(JSON.parse(SECCOMP_PROFILE)).toMatchObject({
      defaultAction: 'SCMP_ACT_ERRNO',
      defaultErrnoRet: 1,
      archMap: [
        { architecture: 'SCMP_ARCH_X86_64', subArchitectures: [] },
        { architecture: 'SCMP_ARCH_AARCH64', subArchitectures: [] },
      ],
    })
  })

  test('names no call twice but where arguments decide', () => {
    const plain = profile.names.filter((name) => !GUARDED.includes(name))
    expect(new Set(plain).size).toBe(plain.length)
    expect(GUARDED.filter((name) => !profile.names.includes(name))).toEqual([])
  })

  test('can be read in one way only: no two rules with different answers hold for the same call', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...GUARDED), fc.constantFrom(...profile.names)), registers, (name, args) => {
        expect(profile.answers(name, args)).toHaveLength(1)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('what it says', () => {
  test.each([...REFUSED, ...TRACING].map((attempt) => [attempt.name, attempt] as const))(
    '%s is refused, whatever its arguments are',
    (_, attempt) => {
      expect([...profile.possible(nameOf(attempt))]).toEqual([1])
    },
  )

  test.each(REFUSED_ARGUMENTS.map((attempt) => [attempt.name, attempt] as const))('%s is refused', (_, attempt) => {
    expect(answersTo(attempt)).toEqual([1])
  })

  test.each(ABSENT.map((attempt) => [attempt.name, attempt] as const))('%s is absent', (_, attempt) => {
    expect(answersTo(attempt)).toEqual([38])
  })

  test.each(UNSUPPORTED.map((attempt) => [attempt.name, attempt] as const))('%s is not supported', (_, attempt) => {
    expect(answersTo(attempt)).toEqual([95])
  })

  test('fallocate may free space, and do nothing else', () => {
    const modes = [0n, 1n, 2n, 3n, 8n, 16n, 17n, 32n, 64n]
    const answers = modes.map((mode) => profile.answers('fallocate', [3n, mode, 0n, 1n]))
    expect(answers).toEqual(modes.map((mode) => [mode === 3n ? 'allow' : 95]))
  })

  test.each(WORKING.map((attempt) => [attempt.name, attempt] as const))('%s is allowed', (_, attempt) => {
    expect(answersTo(attempt)).toEqual(['allow'])
  })

  test('calls of 32-bit programs that would stand for others are in none of its rules', () => {
    expect(profile.names.filter((name) => /^(socketcall|ipc|syscall|ptrace)$/.test(name))).toEqual([])
  })
})

describe('sockets', () => {
  const FAMILIES = new Map([
    [1n, null],
    [2n, [0n, 1n, 6n, 17n, 58n, 262n]],
    [10n, [0n, 1n, 6n, 17n, 58n, 262n]],
    [16n, [0n, 15n]],
  ])

  test('of a few families and protocols, by what the kernel takes of the registers', () => {
    fc.assert(
      fc.property(registers, (args) => {
        const [family, , protocol] = args.map((arg) => BigInt.asUintN(32, arg))
        const protocols = FAMILIES.get(family ?? -1n)
        const fine = protocols === null || (protocols?.includes(protocol ?? -1n) ?? false)
        expect(profile.answers('socket', args)).toEqual([fine ? 'allow' : 1])
        expect(profile.answers('socketpair', args)).toEqual([family === 1n ? 'allow' : 1])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the watermark', () => {
  const { signal, neighbour } = WATERMARK
  const kill = (number: number) => profile.answers('kill', [999_999n, BigInt(number)])

  test('is one signal and no other', () => {
    const others = Array.from({ length: 65 }, (_, number) => number).filter((number) => number !== signal)
    expect(kill(signal)).toEqual([31])
    expect(others.filter((number) => kill(number)[0] !== 'allow')).toEqual([])
  })

  test('is a real-time signal that no C library keeps for itself, and so is its neighbour', () => {
    expect(signal).toBeGreaterThan(35)
    expect(neighbour).toBe(signal + 1)
    expect(neighbour).toBeLessThanOrEqual(64)
  })
})
