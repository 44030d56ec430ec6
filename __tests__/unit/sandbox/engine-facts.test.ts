import { describe, expect, test } from '@jest/globals'
import { decodeEngineFacts } from '../../../src/sandbox/engine-facts.ts'

const VERSION = { Version: '28.0.4', ApiVersion: '1.48', Os: 'linux', Arch: 'amd64', KernelVersion: '6.8.0' }

function facts(info: unknown, version: unknown = VERSION) {
  return decodeEngineFacts('unix /var/run/docker.sock', info, version)
}

describe('runtimes', () => {
  test('are told by name, with what the engine starts for each', () => {
    const Runtimes = {
      runc: { path: 'runc', status: { 'org.opencontainers.runtime-spec.features': '{}' } },
      runsc: { path: '/usr/bin/runsc', runtimeArgs: ['--network=none', '--platform=ptrace'] },
      kata: { runtimeType: 'io.containerd.kata.v2', options: { ConfigPath: '/etc/kata' } },
    }
    const { runtimes, runtimeEntries } = facts({ Runtimes })
    expect(runtimes).toEqual(['runc', 'runsc', 'kata'])
    expect(runtimeEntries).toEqual({
      runc: { path: 'runc', args: [], type: null },
      runsc: { path: '/usr/bin/runsc', args: ['--network=none', '--platform=ptrace'], type: null },
      kata: { path: null, args: [], type: 'io.containerd.kata.v2' },
    })
  })

  test.each([undefined, null, 'runc', [], 7])('that are %j are none', (Runtimes) => {
    expect(facts({ Runtimes })).toMatchObject({ runtimes: [], runtimeEntries: {} })
  })

  test.each([null, 'runc', { path: 7, runtimeArgs: 'all', runtimeType: [] }])(
    'of which one is %j tell nothing of it',
    (runc) => {
      expect(facts({ Runtimes: { runc } }).runtimeEntries).toEqual({ runc: { path: null, args: [], type: null } })
    },
  )
})

test('what a run does not rest on may be missing', () => {
  expect(facts({}, { Version: '20.10.24' })).toEqual({
    endpoint: 'unix /var/run/docker.sock',
    version: '20.10.24',
    apiVersion: 'unknown',
    cpus: 0,
    kernel: 'unknown',
    rootDir: null,
    cgroupVersion: 'unknown',
    defaultRuntime: 'unknown',
    runtimes: [],
    runtimeEntries: {},
    components: {},
    securityOptions: [],
    platform: 'unknown/unknown',
  })
})

test('an answer without a version is no engine’s', () => {
  expect(() => facts({}, {})).toThrow('not that of a Docker engine')
  expect(() => facts('<html>', null)).toThrow('not that of a Docker engine')
})

test('podman’s answers are read as its compatible API gives them', () => {
  const version = {
    Version: '4.9.3',
    ApiVersion: '1.41',
    Os: 'linux',
    Arch: 'amd64',
    KernelVersion: '6.8.0',
    Components: [
      { Name: 'Podman Engine', Version: '4.9.3', Details: { APIVersion: '4.9.3', Os: 'linux' } },
      { Name: 'OCI Runtime (crun)', Version: 'crun version 1.14.1', Details: null },
    ],
  }
  const info = {
    ServerVersion: '4.9.3',
    DefaultRuntime: 'crun',
    Runtimes: { crun: { path: '/usr/bin/crun' } },
    NCPU: 2,
  }
  expect(
    facts({ ...info, CgroupVersion: '2', SecurityOptions: ['name=seccomp,profile=default'] }, version),
  ).toMatchObject({
    version: '4.9.3',
    apiVersion: '1.41',
    defaultRuntime: 'crun',
    runtimes: ['crun'],
    components: { 'podman engine': '4.9.3', 'oci runtime (crun)': 'crun version 1.14.1' },
    platform: 'linux/amd64',
  })
})

test('a description alone, without a version of its own, is not that of an engine that can be told', () => {
  expect(() => facts({ ServerVersion: '28.0.4' }, { Version: {} })).toThrow('not that of a Docker engine')
})
