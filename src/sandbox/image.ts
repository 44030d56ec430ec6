import { posix } from 'node:path'
import { asRecord, asString, asStrings } from '../domain/decode.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'
import type { ImageReference, PullPolicy } from '../domain/plan.ts'
import { firstFew } from '../domain/units.ts'
import { quoted } from '../plan/printable.ts'
import type { Engine, RegistryLogin } from './engine.ts'
import { EngineError } from './engine.ts'
import { explainPull } from './refusals.ts'

/** A name's 255 characters, and those of the digest. */
const LONGEST_DIGEST = 330

/** The engine makes a volume for each in every container that is not told otherwise. Images have one or two. */
const MOST_VOLUMES = 64

/** The image of the run, resolved once. Every container of the run is created from `id`. */
export interface ResolvedImage {
  readonly reference: string
  readonly id: string
  /**
   * `name@sha256:…`, by which a registry knows the image; `null` when the engine names none. Podman, and engines with
   * containerd's image store, name one before any registry has it (moby daemon/containerd/image_inspect.go).
   */
  readonly digest: string | null
  readonly pinned: boolean
  readonly platform: string
  readonly origin: 'local' | 'pulled'
  /** `NAME=value` lines that the image sets. */
  readonly env: readonly string[]
  /** Paths that the image declares as VOLUME. */
  readonly volumes: readonly string[]
}

export interface ImagePort {
  readonly engine: Pick<Engine, 'inspectImage' | 'pullImage'>
  readonly enginePlatform: string
  readonly login: () => Promise<RegistryLogin | null>
  readonly progress: (line: string) => void
}

/** Finds or pulls the image as the policy says. Errors are `image` errors, each with what to do. */
export async function resolveImage(
  port: ImagePort,
  reference: ImageReference,
  pull: PullPolicy,
): Promise<ResolvedImage> {
  const present = pull === 'always' ? null : await port.engine.inspectImage(reference.text)
  if (present !== null) return decodeImage(present, reference, 'local', port.enginePlatform)
  if (pull === 'never') {
    throw new ConfineError('image', `image ${reference.text} is not on the engine, and pull is "never"`)
  }
  await pullImage(port, reference)
  const pulled = await port.engine.inspectImage(reference.text)
  if (pulled === null)
    throw new ConfineError('image', `image ${reference.text} was pulled, but the engine does not have it`)
  return decodeImage(pulled, reference, 'pulled', port.enginePlatform)
}

async function pullImage(port: ImagePort, reference: ImageReference): Promise<void> {
  port.progress(`pulling ${reference.text}`)
  try {
    await port.engine.pullImage(reference.text, await port.login(), port.progress)
  } catch (error) {
    const said = error instanceof EngineError ? error.message.replace(/^pull image: /, '') : messageOf(error)
    throw new ConfineError('image', `image ${reference.text} could not be pulled: ${explainPull(said)}`, {
      cause: error,
    })
  }
}

function decodeImage(
  inspected: unknown,
  reference: ImageReference,
  origin: ResolvedImage['origin'],
  enginePlatform: string,
): ResolvedImage {
  const image = asRecord(inspected)
  const id = asString(image['Id'])
  if (id === null || !/^sha256:[0-9a-f]{64}$/.test(id)) {
    throw new ConfineError('image', `image ${reference.text}: the engine gives it no id of the form sha256:…`)
  }
  const platform = [image['Os'], image['Architecture'], image['Variant']]
    .flatMap((part) => asString(part) ?? [])
    .filter(Boolean)
  refuseOtherPlatform(platform.join('/'), enginePlatform, reference.text)
  const config = asRecord(image['Config'])
  const volumes = Object.keys(asRecord(config['Volumes']))
  refuseOddVolumes(volumes, reference.text)
  return {
    reference: reference.text,
    id,
    digest: registryDigest(asStrings(image['RepoDigests']), reference),
    pinned: reference.digest !== null,
    platform: platform.join('/'),
    origin,
    env: asStrings(config['Env']),
    volumes,
  }
}

/** A multi-arch label is no promise, but a wrong one is a sure failure (and emulation would be another kernel's word). */
function refuseOtherPlatform(image: string, engine: string, reference: string): void {
  if (image === engine || image.startsWith(`${engine}/`)) return
  const advice = 'use an image for this platform, or a runner of that one'
  throw new ConfineError(
    'image',
    `image ${reference} is ${image || 'of no platform'}, this engine is ${engine}: ${advice}`,
  )
}

/** An empty tmpfs over the root would leave nothing to run; what is relative, engines take for different places. */
function refuseOddVolumes(volumes: readonly string[], reference: string): void {
  if (volumes.length > MOST_VOLUMES) {
    const told = `${String(volumes.length)} places as VOLUME`
    throw new ConfineError(
      'image',
      `image ${reference} declares ${told}, and at most ${String(MOST_VOLUMES)} are covered`,
    )
  }
  const odd = volumes.find((path) => !posix.isAbsolute(path) || posix.normalize(path) === '/')
  if (odd === undefined) return
  throw new ConfineError('image', `image ${reference} declares a VOLUME at ${quoted(odd)}, which can't be covered`)
}

/**
 * The digest under the name that was asked for: an image may be known by several, and engines list them in any order.
 *
 * @throws ConfineError `image` when a digest was asked for, and the engine's image has others only
 */
function registryDigest(digests: readonly string[], reference: ImageReference): string | null {
  const named = digests.filter((digest) => familiarName(digest) === familiarName(reference.text))
  const wanted = [...named, ...digests]
  if (reference.digest === null) return wanted[0] ?? null
  const pinned = wanted.find((digest) => digest.endsWith(`@${String(reference.digest)}`))
  if (pinned !== undefined) return pinned
  const has = digests.length === 0 ? 'no digest' : firstFew(digests.map((digest) => quoted(digest, LONGEST_DIGEST)))
  throw new ConfineError('image', `image ${reference.text}: what the engine has under this digest has ${has}`)
}

/** A name as most engines write it: without Docker Hub's own and `library` (github.com/distribution/reference). */
function familiarName(reference: string): string {
  const name = reference.replace(/@.*$/, '').replace(/:[^:/]*$/, '')
  return name.replace(/^(?:index\.)?docker\.io\//, '').replace(/^library\//, '')
}
