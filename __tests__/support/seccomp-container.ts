import { readFileSync } from 'node:fs'
import { asRecord, asString } from '../../src/domain/decode.ts'
import { collect } from '../../src/sandbox/collect.ts'
import { Demuxer } from '../../src/sandbox/demuxer.ts'
import type { DockerScope } from './docker.ts'
import type { Attempt } from './seccomp-attempts.ts'

const ATTEMPTS = readFileSync(new URL('seccomp-attempts.py', import.meta.url), 'utf8')

/** As a step has them, or every right that a call of the attempts asks for, so that only the filter is left to refuse it. */
export type Rights = 'of a step' | 'of an administrator'

/** Not `ALL`: an engine that lacks one itself, as in a machine within a machine, could give none. */
const CAPABILITIES = [
  'DAC_READ_SEARCH',
  'NET_ADMIN',
  'NET_RAW',
  'SYS_ADMIN',
  'SYS_BOOT',
  'SYS_CHROOT',
  'SYS_MODULE',
  'SYS_NICE',
  'SYS_PACCT',
  'SYS_PTRACE',
  'SYS_RAWIO',
  'SYS_TIME',
  'SYS_TTY_CONFIG',
  'SYSLOG',
]

interface Command {
  readonly image: string
  readonly argv: readonly string[]
  /** Text of the profile, or `unconfined`; `null` for the engine's default. */
  readonly seccomp: string | null
  readonly rights: Rights
}

export interface Ended {
  readonly code: number | null
  /** Standard output and standard error, as they came. */
  readonly text: string
}

/** Runs one command in a container of its own, with this filter. */
export async function runWith(scope: DockerScope, command: Command): Promise<Ended> {
  const { engine } = scope
  const { id, warnings } = await engine.createContainer(request(scope, command))
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  try {
    const stream = await engine.attach(id)
    const exit = engine.wait(id, new AbortController().signal)
    await engine.start(id)
    stream.end()
    const chunks: Buffer[] = []
    const demuxer = new Demuxer((_, bytes) => chunks.push(Buffer.from(bytes)))
    demuxer.push(await collect(stream, 1024 * 1024))
    return { code: await exit, text: Buffer.concat(chunks).toString() }
  } finally {
    await engine.remove('container', id)
  }
}

function request(scope: DockerScope, { image, argv, seccomp, rights }: Command): object {
  const administrator = rights === 'of an administrator'
  const filter = seccomp === null ? [] : [`seccomp=${seccomp}`]
  return {
    Image: `confine-test/${image}:latest`,
    User: administrator ? '0:0' : '1000:1000',
    Entrypoint: argv.slice(0, 1),
    Cmd: argv.slice(1),
    Env: ['HOME=/tmp', 'LANG=C.UTF-8'],
    WorkingDir: '/tmp',
    Labels: scope.labels,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapAdd: administrator ? CAPABILITIES : [],
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true', ...filter],
      Memory: 512 * 1024 * 1024,
      MemorySwap: 512 * 1024 * 1024,
      PidsLimit: 256,
      Tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,size=128m,mode=1777' },
    },
  }
}

/** How each attempt ended: `done`, an error's name, a signal's name, or an exit status. */
export async function outcomes(
  scope: DockerScope,
  seccomp: string,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<string, string>> {
  const argv = ['python3', '-c', ATTEMPTS, JSON.stringify(attempts)]
  const { code, text } = await runWith(scope, { image: 'debian', argv, seccomp, rights: 'of an administrator' })
  if (code !== 0) throw new Error(`exit ${String(code)}: ${text}`)
  const answers = asRecord(JSON.parse(text))
  return new Map(attempts.map(({ name }) => [name, asString(answers[name]) ?? 'no answer']))
}
