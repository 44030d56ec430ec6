import { describe, expect, test } from '@jest/globals'
import type { Step } from '../../../src/domain/step.ts'
import { containerDemand, type DemandInput } from '../../../src/sandbox/container-demand.ts'
import { containerRequest } from '../../../src/sandbox/container-request.ts'
import { PROFILE, step } from '../../support/docker.ts'
import { expectGolden } from '../../support/golden.ts'

import { SECCOMP_DIGEST, SECCOMP_PROFILE, WATERMARK } from '../../../src/sandbox/seccomp-profile.ts'
const INPUT: DemandInput = {
  profile: PROFILE,
  image: {
    reference: 'busybox:latest',
    id: `sha256:${'1'.repeat(64)}`,
    digest: null,
    pinned: false,
    platform: 'linux/amd64',
    origin: 'local',
    env: ['PATH=/bin', 'ODD', 'A=b=c'],
    volumes: [],
  },
  workspacePath: '/w/repo',
  workspace: {
    overlay: { lower: '/l/checkout', upper: '/l/upper' },
    mount: { type: 'volume', source: 'v', target: '/w/repo', readOnly: false },
    ownFileMounts: [
      { type: 'bind', source: '/l/passwd', target: '/etc/passwd', readOnly: true, propagation: 'rslave' },
    ],
    places: new Map(),
    user: { uid: 1001, gid: 121 },
    userName: 'confine',
    freshIndex: true,
  },
  labels: { 'confine.run': 'r' },
  engineCpus: 2,
  github: { GITHUB_SHA: 'a'.repeat(40) },
}
const demandOf = (more: Partial<DemandInput> = {}, of: Step = step('npm test')) =>
  containerDemand({ ...INPUT, ...more }, of)

/** As JSON for a person, but for the filter's text, which has tests of its own. */
function told(value: unknown): string {
  const short = (_: string, each: unknown): unknown =>
    typeof each === 'string' ? each.replace(SECCOMP_PROFILE, 'FILTER').replace(SECCOMP_DIGEST, 'DIGEST') : each
  return `${JSON.stringify(value, short, 2)}\n`
}

describe('the demand', () => {
  test('as a whole', () => {
    expectGolden('__tests__/golden/container-demand.json', told(demandOf()))
  })

  test('an index that is not true of the files is looked at by size and time only', () => {
    const { env } = demandOf({ workspace: { ...INPUT.workspace, freshIndex: false } })
    expect(env).toMatchObject({
      GIT_CONFIG_COUNT: '3',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      GIT_CONFIG_KEY_1: 'core.checkStat',
      GIT_CONFIG_VALUE_1: 'minimal',
      GIT_CONFIG_KEY_2: 'core.trustctime',
      GIT_CONFIG_VALUE_2: 'false',
    })
  })

  test.each([
    [0, 0],
    [2, 2],
    [1.5, 1],
    [-1, 0],
    [100_000, 512],
  ])('the heat of %d CPUs is masked in %d places', (engineCpus, count) => {
    const hot = demandOf({ engineCpus }).maskedPaths.filter((path) => path.endsWith('/thermal_throttle'))
    expect(hot.length).toBe(count)
    if (count > 0) expect(hot[0]).toBe('/sys/devices/system/cpu/cpu0/thermal_throttle')
  })

  test('the step’s variables outweigh the profile’s, and those the fixed list', () => {
    const profile = { ...PROFILE, env: { CI: 'no', A: 'profile', B: 'profile' } }
    const { env } = demandOf({ profile }, step('x', { env: { A: 'step' } }))
    expect(env).toMatchObject({ CI: 'no', A: 'step', B: 'profile', HOME: '/home/confine', USER: 'confine' })
  })

  test.each<[env: readonly string[], lang: string | undefined]>([
    [[], 'C.UTF-8'],
    [['LANG=de_DE'], undefined],
    [['LC_ALL=C'], undefined],
    [['LANGUAGE=de'], 'C.UTF-8'],
  ])('a locale is given to an image with %j: %s', (env, lang) => {
    expect(demandOf({ image: { ...INPUT.image, env } }).env['LANG']).toBe(lang)
  })

  test('the names that the image sets', () => {
    expect(demandOf().imageEnvNames).toEqual(['PATH', 'ODD', 'A'])
  })

  test('extra mounts are read-only and private', () => {
    const profile = { ...PROFILE, mounts: [{ source: '/opt/c', target: '/cache' }] }
    expect(demandOf({ profile }).mounts.at(-1)).toEqual({
      type: 'bind',
      source: '/opt/c',
      target: '/cache',
      readOnly: true,
      propagation: 'rprivate',
    })
  })

  const own = ['/tmp', '/home/confine']
  test.each<[volumes: readonly string[], targets: readonly string[]]>([
    [[], own],
    [['/data'], [...own, '/data']],
    [['data'], [...own, '/data']],
    [
      ['/data/', '/data', '/x/../data'],
      [...own, '/data'],
    ],
    [['/tmp', '/home/confine/'], own],
    [['/w/repo'], own],
    [['/cache'], own],
    [['/w'], [...own, '/w']],
  ])('a VOLUME of the image is covered by memory: %j', (volumes, targets) => {
    const profile = { ...PROFILE, mounts: [{ source: '/opt/c', target: '/cache' }] }
    const { tmpfs } = demandOf({ profile, image: { ...INPUT.image, volumes } })
    expect(tmpfs).toEqual(targets.map((target) => ({ target, bytes: PROFILE.tmpBytes })))
  })
})

describe('the create request', () => {
  const words = { nonce: 'NONCE', release: 'RELEASE' }
  const request = (of: Step, more: Partial<DemandInput> = {}) =>
    containerRequest(demandOf(more, of), of, words, 'PROBE')

  test('as a whole', () => {
    expectGolden('__tests__/golden/container-request.json', told(request(step('npm test'))))
  })

  test.each<[step: Partial<Step>, words: readonly string[]]>([
    [{}, ['/w/repo', '/w/repo', 'auto', 'none', 'a "b"\n$c']],
    [{ workingDirectory: 'sub/x' }, ['/w/repo', '/w/repo/sub/x', 'auto', 'none', 'a "b"\n$c']],
    [{ shell: 'sh', stdin: '' }, ['/w/repo', '/w/repo', 'sh', 'given', 'a "b"\n$c']],
  ])('tells PID 1 its words: %j', (of, own) => {
    const { Entrypoint, Cmd } = request(step('a "b"\n$c', of))
    const { maskedPaths, readonlyPaths } = demandOf()
    const sought = [WATERMARK.signal, WATERMARK.neighbour, ...maskedPaths, ...readonlyPaths].map(String)
    expect([...Entrypoint, ...Cmd]).toEqual([
      '/bin/sh',
      '-c',
      'PROBE',
      'confine',
      'NONCE',
      'RELEASE',
      ...own,
      ...sought,
    ])
  })

  test('a runtime only when one is demanded', () => {
    expect(Object.keys(request(step('x')).HostConfig)).not.toContain('Runtime')
    expect(request(step('x'), { profile: { ...PROFILE, runtime: 'runsc' } }).HostConfig).toMatchObject({
      Runtime: 'runsc',
    })
  })

  test('CPUs in whole billionths', () => {
    for (const [cpus, nano] of [
      [1.5, 1_500_000_000],
      [0.1, 100_000_000],
      [1 / 3, 333_333_333],
    ] as const) {
      expect(request(step('x'), { profile: { ...PROFILE, cpus } }).HostConfig.NanoCpus).toBe(nano)
    }
  })

  test('does not hold what the step gets on its input', () => {
    expect(JSON.stringify(request(step('x', { stdin: 'the input' })))).not.toContain('the input')
  })
})
