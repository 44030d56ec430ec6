import { describe, expect, test } from '@jest/globals'
import type { StepFacts } from '../../../src/domain/step-facts.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { heapHints, limitHints } from '../../../src/hints/resource-hints.ts'
import { stepFacts } from '../../support/step-facts.ts'

const MIB = 1024 ** 2
const exited = (exitCode: number, signal: string | null = null) => ({ kind: 'failed', exitCode, signal }) as const
const OUT_OF_MEMORY = { kind: 'out-of-memory', exitCode: 0, limitBytes: 256 * MIB } as const
const counted = (pidsLimitHits: number | null, memoryKills: number | null = 0) => ({ pidsLimitHits, memoryKills })
const said = (tail: string): Partial<StepFacts> => ({ tail })

const CANT_FORK = "sh: can't fork: Resource temporarily unavailable\n"
const FULL = 'No space left on device'

describe('a limit that was reached is named, with the input that sets it', () => {
  test.each<[name: string, facts: Partial<StepFacts>, hint: string]>([
    [
      'processes, as the kernel counted',
      { outcome: exited(2), counters: counted(169), tail: CANT_FORK },
      'The limit of 64 processes and threads was reached: the kernel refused to start one 169 times. Raise pids-limit, or start fewer at one time.',
    ],
    [
      'processes, once',
      { counters: counted(1) },
      'The limit of 64 processes and threads was reached: the kernel refused to start one 1 time. Raise pids-limit, or start fewer at one time.',
    ],
    [
      'processes, as far as the output tells',
      said(CANT_FORK),
      'The output tells of a process or thread that could not be started. A step may have 64 processes and threads at one time: raise pids-limit, or start fewer.',
    ],
    [
      'memory',
      { outcome: OUT_OF_MEMORY },
      'At least one process was killed for memory. Raise memory, now 256 MiB, or start fewer workers; what lies in /tmp and HOME (up to 16 MiB each) and /dev/shm (up to 8 MiB) counts as well.',
    ],
    [
      'memory, with the kernel’s count',
      { outcome: OUT_OF_MEMORY, counters: counted(0, 3) },
      '3 processes were killed for memory. Raise memory, now 256 MiB, or start fewer workers; what lies in /tmp and HOME (up to 16 MiB each) and /dev/shm (up to 8 MiB) counts as well.',
    ],
    [
      'disk',
      { outcome: { kind: 'out-of-disk', reason: 'only 7 B' } },
      'All that steps write into the workspace goes to the engine’s disk. Write less, or free space on the runner before Confine starts.',
    ],
    [
      'time',
      { outcome: { kind: 'timed-out', afterMs: 60_007 } },
      'It had 1 min, counted from its release. Raise timeout-minutes, of this step or of all, or see what it waited for: no network and no input are there.',
    ],
    [
      'size of a file, by signal',
      { outcome: exited(153, 'SIGXFSZ') },
      'SIGXFSZ is for a file that would become too large: no file may grow beyond 64 MiB (file-size). Raise file-size, or write less into one file.',
    ],
    [
      'size of a file, by its words',
      said('head: write error: File too large\n'),
      'The output says "File too large": no file may grow beyond 64 MiB (file-size). Raise file-size, or write less into one file.',
    ],
    [
      'space in /tmp',
      said(`dd: error writing '/tmp/x': ${FULL}\n`),
      'The output says "No space left on device" of /tmp: /tmp holds 16 MiB (tmp-size). Raise tmp-size (and memory with it, of which it is a part), or write into the workspace.',
    ],
    [
      'space in HOME',
      said(`npm ERR! ENOSPC: no space left on device, write '/home/confine/.npm/x'\n`),
      'The output says "No space left on device" of HOME: HOME holds 16 MiB (tmp-size). Raise tmp-size (and memory with it, of which it is a part), or write into the workspace.',
    ],
    [
      'space in /dev/shm',
      said(`cp: /dev/shm/x: ${FULL}\n`),
      'The output says "No space left on device" of /dev/shm: /dev/shm holds 8 MiB (shm-size). Raise shm-size (and memory with it, of which it is a part), or write into the workspace.',
    ],
    [
      'space in two places',
      said(`a: /tmp/x: ${FULL}\nb: /dev/shm/x: ${FULL}\n`),
      'The output says "No space left on device" of /dev/shm and /tmp: /dev/shm holds 8 MiB (shm-size), /tmp holds 16 MiB (tmp-size). Raise shm-size or tmp-size (and memory with it, of which it is a part), or write into the workspace.',
    ],
    [
      'space somewhere',
      said(`/home/runner/work/tmp/x: ${FULL}\n`),
      'The output says "No space left on device". /dev/shm holds 8 MiB (shm-size), /tmp holds 16 MiB (tmp-size), HOME holds 16 MiB (tmp-size); only the workspace is on a disk. Raise shm-size or tmp-size (and memory with it, of which it is a part), or write into the workspace.',
    ],
    [
      'shared memory, by signal',
      { outcome: exited(135, 'SIGBUS') },
      'SIGBUS comes, among others, to who uses shared memory that no longer fits into /dev/shm, here 8 MiB: raise shm-size if the step uses it.',
    ],
    [
      'open files',
      said('Error: EMFILE: too many open files\n'),
      'The output says "Too many open files". No input sets that limit: "ulimit -n" in the step shows it, and raises it up to what the engine allows ("ulimit -Hn").',
    ],
    [
      'a heap of Java',
      said('Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n'),
      `Java's heap was full, which by default is a quarter of the step's memory, now 256 MiB: raise memory, or "-Xmx".`,
    ],
    [
      'a heap of Node',
      { outcome: exited(134, 'SIGABRT'), tail: 'FATAL ERROR: Reached heap limit - JavaScript heap out of memory\n' },
      `Node's heap was full: raise it by NODE_OPTIONS=--max-old-space-size=MEGABYTES in env, and memory, now 256 MiB, if it has to be larger than that.`,
    ],
    [
      'memory that Python asked for',
      said('Traceback (most recent call last):\nMemoryError\n'),
      'Python could not get the memory that it asked for: raise memory, now 256 MiB, or ask for less.',
    ],
    [
      'output',
      { droppedBytes: 3 * MIB },
      '3 MiB from the middle of the output were not kept: output-limit is 64 KiB. Raise it, or print less.',
    ],
  ])('%s', (_, facts, hint) => {
    expect(hintsFor(stepFacts(facts))).toEqual([hint])
    expect(hintsFor(stepFacts({ ...facts, outcome: { kind: 'verified' } }))).toEqual([])
  })
})

describe('near misses get no hint', () => {
  test.each<[name: string, facts: Partial<StepFacts>]>([
    ['137 without a kill for memory', { outcome: exited(137, 'SIGKILL'), counters: counted(0, 0) }],
    ['137 of which nothing was counted', { outcome: exited(137, 'SIGKILL') }],
    ['words of a fork, where the kernel counted none', { counters: counted(0), tail: CANT_FORK }],
    ['a socket that is busy', said('read: Resource temporarily unavailable\n')],
    ['no limit reached', { counters: counted(0, 0) }],
    ['nothing that could be counted', { counters: counted(null, null) }],
    ['other signals', { outcome: exited(139, 'SIGSEGV') }],
    ['XENOSPC and the like', said('XENOSPC EMFILES EFBIGGER\n')],
    ['a class of that name', said('raise MemoryErrors\nOutOfMemoryError\n')],
    ['a quota', said('Disk quota exceeded\n')],
  ])('%s', (_, facts) => {
    expect([...limitHints, ...heapHints].flatMap((hint) => hint(stepFacts(facts)) ?? [])).toEqual([])
  })

  test('and no word of memory where the outcome is another', () => {
    const facts = { outcome: exited(137, 'SIGKILL'), counters: counted(5, 0), tail: 'Killed\n' }
    expect(hintsFor(stepFacts(facts)).join(' ')).not.toMatch(/memory/i)
  })
})
