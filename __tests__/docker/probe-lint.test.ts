import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { probeText } from '../../src/sandbox/probe-text.ts'
import { PROBE } from '../support/docker.ts'

const FILE = fileURLToPath(new URL('../../src/sandbox/probe.sh', import.meta.url))
/** Builtins that every shell has; anything else would be a program, which an image may lack. */
const WORDS =
  /^(?:if|then|else|elif|fi|for|in|do|done|while|case|esac|read|printf|export|command|set|exit|exec|cd|return|trap|shift|kill|local|true|false|:|\[)$/

describe('the probe', () => {
  test.each(['sh', 'dash', 'bash'])('is clean to shellcheck as %s', (dialect) => {
    // It exits with 1 when it has anything to say, which throws here.
    expect(execFileSync('shellcheck', ['-s', dialect, '-S', 'style', FILE], { encoding: 'utf8' })).toBe('')
  })

  test('is what a container is started with', () => {
    expect(probeText()).toBe(PROBE)
    expect(PROBE).not.toContain('\r')
  })

  test('is short enough to be one argument (Linux, MAX_ARG_STRLEN)', () => {
    expect(Buffer.byteLength(PROBE)).toBeLessThan(64 * 1024)
  })

  test('calls no program', () => {
    const own = [...PROBE.matchAll(/^(\w+)\(\) \{/gm)].map((match) => match[1])
    const code = PROBE.split('\n').filter((each) => !/^\s*#/.test(each))
    const called = code.flatMap((each) => /^\s*([a-z_]+|\[)(?=\s|$)/.exec(each)?.[1] ?? [])
    expect(called.length).toBeGreaterThan(60)
    expect(called.filter((word) => !WORDS.test(word) && !own.includes(word))).toEqual([])
  })
})
