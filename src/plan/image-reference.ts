import type { ImageReference } from '../domain/plan.ts'
import type { Given } from './scalars.ts'

/** The grammar of distribution's `reference` package (github.com/distribution/reference, regexp.go). */
const DOMAIN_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'
const DOMAIN = new RegExp(`^(?:${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*|\\[[a-fA-F0-9:]+\\])(?::\\d{1,5})?$`)
const PATH_PART = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/
const TAG = /^\w[\w.-]{0,127}$/
const DIGEST = /^sha256:[a-f0-9]{64}$/
const BARE_ID = /^[a-f0-9]{64}$/
/** The engine takes any length of it. */
const NAMED_ID = /^sha256:/
/** As `docker images` shows it. */
const SHORT_ID = /^[a-f0-9]{12}$/
const LONGEST_NAME = 255

const EXPECTED = 'an image reference such as node:24, ghcr.io/owner/name:tag or name@sha256:…'

/**
 * Takes an image reference apart. Without a tag it is `latest`, never all tags; with a digest the tag is dropped, for the
 * engine must not take anything but the digest. A local image id is refused: it means nothing on another machine and
 * can't be pulled.
 */
export function parseImage(given: Given): ImageReference | null {
  const text = given.text.trim()
  const wrong = (expected: string): null => given.problems.addValue(given.input, expected, given.text)
  if (NAMED_ID.test(text) || BARE_ID.test(text) || SHORT_ID.test(text))
    return wrong("an image's name (tag a local image to give it one)")
  const { name, tag, digest } = split(text)
  if (digest !== null && !DIGEST.test(digest)) return wrong('sha256: and 64 lower-case hex digits after the @')
  if (tag !== null && !TAG.test(tag)) return wrong('a tag of at most 128 letters, digits, _, . and - after the colon')
  const { domain, path } = splitDomain(name)
  if (name.length > LONGEST_NAME || (domain !== null && !DOMAIN.test(domain))) return wrong(EXPECTED)
  if (BARE_ID.test(path) || !path.split('/').every((part) => PATH_PART.test(part))) {
    return wrong(/[A-Z]/.test(path) ? `${EXPECTED}; the name's path is lower-case` : EXPECTED)
  }
  return {
    text: digest === null ? `${name}:${tag ?? 'latest'}` : `${name}@${digest}`,
    digest,
    registry: domain === null || domain === 'index.docker.io' ? 'docker.io' : domain,
  }
}

interface Parts {
  readonly name: string
  readonly tag: string | null
  readonly digest: string | null
}

function split(text: string): Parts {
  const at = text.indexOf('@')
  const digest = at === -1 ? null : text.slice(at + 1)
  const rest = at === -1 ? text : text.slice(0, at)
  // A colon before the last slash belongs to a registry's port.
  const colon = rest.indexOf(':', rest.lastIndexOf('/') + 1)
  if (colon === -1) return { name: rest, tag: null, digest }
  return { name: rest.slice(0, colon), tag: rest.slice(colon + 1), digest }
}

/** The first part is a registry only if it looks like a host: it has a dot or a port, or is `localhost`. */
function splitDomain(name: string): { readonly domain: string | null; readonly path: string } {
  const slash = name.indexOf('/')
  const first = name.slice(0, Math.max(slash, 0))
  if (!/[.:]/.test(first) && first !== 'localhost') return { domain: null, path: name }
  return { domain: first, path: name.slice(slash + 1) }
}
