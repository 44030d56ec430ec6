import type { Duplex, Readable } from 'node:stream'
import { ConfineError } from '../domain/errors.ts'
import type { EngineFacts } from '../domain/evidence.ts'

/** A call that the engine refused or did not answer. */
export class EngineError extends ConfineError {
  /** The call's name, for a person: `create container`. */
  readonly call: string
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null

  constructor(call: string, status: number | null, message: string, options?: { cause?: unknown }) {
    super('engine', `${call}: ${message}`, options)
    this.call = call
    this.status = status
  }
}

export interface CreatedContainer {
  readonly id: string
  /** What the engine dropped or changed: each one is a demand that was not met. */
  readonly warnings: readonly string[]
}

export interface RegistryLogin {
  readonly username: string
  readonly password: string
  readonly serveraddress: string
  readonly identitytoken?: string
}

/** `other` is also what the engine does not tell. */
export type PathKind = 'file' | 'folder' | 'link' | 'pipe' | 'socket' | 'device' | 'other'

/** As the archive endpoint's `X-Docker-Container-Path-Stat` header tells it. */
export interface PathStat {
  readonly kind: PathKind
  readonly size: number
  /** RFC 3339 with nanoseconds. */
  readonly mtime: string
  /** Where a link leads in the end, as an absolute path in the container; `null` for what is no link. */
  readonly linkTarget: string | null
}

/** What Confine makes on an engine. Containers hold the others: they come first. */
export const OWNED_KINDS = ['container', 'volume', 'network'] as const
export type OwnedKind = (typeof OWNED_KINDS)[number]

/**
 * A daemon that speaks the Docker API (v1.41 is what was tried), in our words. Every call is bounded in time and rejects
 * with an EngineError. Answers are `unknown` where their shape is the engine's affair.
 */
export interface Engine {
  facts(): Promise<EngineFacts>
  /** `null` when the engine does not have it. */
  inspectImage(reference: string): Promise<unknown>
  pullImage(reference: string, login: RegistryLogin | null, onProgress: (line: string) => void): Promise<void>
  createVolume(request: object): Promise<{ readonly mountpoint: string }>
  /** Gives its id. */
  createNetwork(request: object): Promise<string>
  createContainer(request: object): Promise<CreatedContainer>
  /** Hijacked connection: writes go to stdin, reads give the multiplexed output. Attach before start. */
  attach(id: string): Promise<Duplex>
  start(id: string): Promise<void>
  /** Resolves with the exit code at the next exit, `null` when the answer carries none; ask before start. */
  wait(id: string, signal: AbortSignal): Promise<number | null>
  inspectContainer(id: string): Promise<unknown>
  kill(id: string): Promise<void>
  /** Unpacks an uncompressed tar below `path`. Only while nothing of a step is alive in the container. */
  putArchive(id: string, path: string, tar: Readable): Promise<void>
  /**
   * A tar of `path`, or `null` when there is no such path. Only while nothing of a step is alive, and only of what
   * `statPath` calls a file: engines open what they pack, and do not come back from a pipe.
   */
  getArchive(id: string, path: string): Promise<Readable | null>
  /** What is at `path`, a link not followed; `null` when nothing is. Only while nothing of a step is alive. */
  statPath(id: string, path: string): Promise<PathStat | null>
  /** Ids or names of everything that carries the label. */
  listOwned(kind: OwnedKind, label: string): Promise<readonly string[]>
  remove(kind: OwnedKind, id: string): Promise<void>
}
