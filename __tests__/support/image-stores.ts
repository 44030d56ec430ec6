import { type Meddling } from './hostile-engine.ts'

type Json = Record<string, unknown>

const INDEX = 'application/vnd.oci.image.index.v1+json'
const LOOKED_UP = /\/images\/[^?]*\/json/
const CREATE = /\/containers\/create/
const DESCRIBED = /\/containers\/[0-9a-f]{64}\/json/

const field = (body: Json, name: string): Json => body[name] as Json

/**
 * What an engine with containerd's image store answers of the image that it has as `id`: the digest of its index is its
 * id, descriptors are told of it and of what was taken from it (moby daemon/containerd/image_inspect.go).
 */
export function containerdStore(id: string, index: string): readonly Meddling[] {
  const descriptor = { mediaType: INDEX, digest: index, size: 1609 }
  const platform = { architecture: 'amd64', os: 'linux' }
  return [
    { path: LOOKED_UP, answer: (body) => ({ ...body, Id: index, Descriptor: descriptor }) },
    { path: CREATE, request: (body) => ({ ...body, Image: body['Image'] === index ? id : body['Image'] }) },
    {
      path: DESCRIBED,
      answer: (body) => ({
        ...body,
        Image: body['Image'] === id ? index : body['Image'],
        Config: { ...field(body, 'Config'), Image: index },
        ImageManifestDescriptor: { ...descriptor, mediaType: INDEX.replace('index', 'manifest'), platform },
      }),
    },
  ]
}

/** Podman names the image of a container as a person would, and not as it was asked for (pkg/api/handlers/compat). */
export function podmanNames(name: string): readonly Meddling[] {
  return [{ path: DESCRIBED, answer: (body) => ({ ...body, Config: { ...field(body, 'Config'), Image: name } }) }]
}

/** An id without its algorithm, as Podman's own API has it, and early ones of its Docker API had. */
export function bareIds(): readonly Meddling[] {
  const bare = (id: unknown): unknown => (typeof id === 'string' ? id.replace(/^sha256:/, '') : id)
  return [{ path: LOOKED_UP, answer: (body) => ({ ...body, Id: bare(body['Id']) }) }]
}
