import { describe, expect, test } from '@jest/globals'
import type { ImageReference, PullPolicy } from '../../../src/domain/plan.ts'
import { EngineError, type RegistryLogin } from '../../../src/sandbox/engine.ts'
import { resolveImage } from '../../../src/sandbox/image.ts'

const ID = `sha256:${'1'.repeat(64)}`
const DIGEST = `sha256:${'2'.repeat(64)}`
const OTHER = `sha256:${'3'.repeat(64)}`
const INSPECTED = {
  Id: ID,
  Os: 'linux',
  Architecture: 'amd64',
  RepoDigests: [`node@${OTHER}`, `node@${DIGEST}`],
  Config: { Env: ['PATH=/bin'], Volumes: { '/data': {}, '/cache': {} } },
}
const TAG: ImageReference = { text: 'node:22', digest: null, registry: 'docker.io' }
const PINNED: ImageReference = { text: `node@${DIGEST}`, digest: DIGEST, registry: 'docker.io' }
const PORT: ImageReference = { text: 'h:5000/node:22', digest: null, registry: 'h:5000' }
const FULL = `docker.io/library/node@${DIGEST}`
const LOGIN: RegistryLogin = { username: 'u', password: 'p', serveraddress: 'docker.io' }

interface World {
  /** What the engine has before and after a pull. */
  readonly before?: unknown
  readonly after?: unknown
  readonly pull?: () => Promise<void>
  readonly login?: () => Promise<RegistryLogin | null>
  readonly platform?: string
}

async function resolve(reference: ImageReference, policy: PullPolicy, world: World = {}) {
  const calls: string[] = []
  let has = world.before ?? null
  const engine = {
    inspectImage: (name: string) => {
      calls.push(`inspect ${name}`)
      return Promise.resolve(has)
    },
    pullImage: async (name: string, login: RegistryLogin | null) => {
      calls.push(`pull ${name} ${login?.username ?? 'nobody'}`)
      await world.pull?.()
      has = world.after ?? null
    },
  }
  const login = world.login ?? (() => Promise.resolve(LOGIN))
  const port = { engine, enginePlatform: world.platform ?? 'linux/amd64', login, progress: () => undefined }
  return { image: await resolveImage(port, reference, policy), calls }
}

describe('the pull policy', () => {
  test.each<[policy: PullPolicy, there: boolean, calls: readonly string[], origin: string]>([
    ['missing', true, ['inspect node:22'], 'local'],
    ['missing', false, ['inspect node:22', 'pull node:22 u', 'inspect node:22'], 'pulled'],
    ['always', true, ['pull node:22 u', 'inspect node:22'], 'pulled'],
    ['always', false, ['pull node:22 u', 'inspect node:22'], 'pulled'],
    ['never', true, ['inspect node:22'], 'local'],
  ])('%s, image there: %p', async (policy, there, calls, origin) => {
    const seen = await resolve(TAG, policy, { before: there ? INSPECTED : null, after: INSPECTED })
    expect(seen.calls).toEqual(calls)
    expect(seen.image.origin).toBe(origin)
  })

  test('never, and not there', async () => {
    await expect(resolve(TAG, 'never')).rejects.toMatchObject({ code: 'image', message: /never/ as unknown as string })
  })

  test('pulled, and still not there', async () => {
    await expect(resolve(TAG, 'always')).rejects.toThrow(/was pulled, but the engine does not have it/)
  })

  test.each([
    [
      'the engine’s',
      new EngineError('pull image', 200, 'manifest unknown'),
      /node:22 could not be pulled: the registry has no such image: .* \(the engine says: manifest unknown\)$/,
    ],
    ['another', new Error('boom'), /could not be pulled: boom$/],
  ])('a failed pull is an image error with %s words', async (_, error, message) => {
    const failed = resolve(TAG, 'missing', { pull: () => Promise.reject(error) })
    await expect(failed).rejects.toMatchObject({ code: 'image' })
    await expect(failed).rejects.toThrow(message)
  })

  test('a login that can not be read keeps the pull from being tried', async () => {
    const login = () => Promise.reject(new Error('helper is broken'))
    await expect(resolve(TAG, 'always', { login, after: INSPECTED })).rejects.toThrow(/helper is broken/)
  })
})

describe('what is recorded of an image', () => {
  const image = async (inspected: unknown, reference = TAG) =>
    (await resolve(reference, 'never', { before: inspected })).image

  test('its id, digest, environment and volumes', async () => {
    expect(await image(INSPECTED)).toEqual({
      reference: 'node:22',
      id: ID,
      digest: `node@${OTHER}`,
      pinned: false,
      platform: 'linux/amd64',
      origin: 'local',
      env: ['PATH=/bin'],
      volumes: ['/data', '/cache'],
    })
  })

  test('the same registry digest, whatever id the engine’s store gives it', async () => {
    const ids = [ID, DIGEST]
    const [config, index] = await Promise.all(ids.map((Id) => image({ ...INSPECTED, Id })))
    expect([config?.id, index?.id]).toEqual(ids)
    expect(config?.digest).toBe(`node@${OTHER}`)
    expect(index?.digest).toBe(config?.digest)
  })

  test.each<[name: string, reference: ImageReference, digests: unknown, digest: string | null]>([
    ['the pinned one of several', PINNED, INSPECTED.RepoDigests, `node@${DIGEST}`],
    ['the first, when a tag was asked for', TAG, INSPECTED.RepoDigests, `node@${OTHER}`],
    ['that of the asked name', TAG, [`a/mirror@${OTHER}`, `node@${DIGEST}`], `node@${DIGEST}`],
    ['that of the asked name, in full', TAG, [`a/mirror@${OTHER}`, `docker.io/library/node@${DIGEST}`], FULL],
    ['that of the asked name, with a port', PORT, [`node@${OTHER}`, `h:5000/node@${DIGEST}`], `h:5000/node@${DIGEST}`],
    ['another name’s, when there is no other', TAG, [`a/mirror@${OTHER}`], `a/mirror@${OTHER}`],
    ['the pinned one under its name', PINNED, [`a/mirror@${DIGEST}`, `node@${DIGEST}`], `node@${DIGEST}`],
    ['the pinned one under another', PINNED, [`node@${OTHER}`, `a/mirror@${DIGEST}`], `a/mirror@${DIGEST}`],
    ['none, of an image that came from no registry', TAG, [], null],
    ['none, when the engine says none', TAG, null, null],
  ])('the digest: %s', async (_, reference, digests, digest) => {
    expect((await image({ ...INSPECTED, RepoDigests: digests }, reference)).digest).toBe(digest)
  })

  test.each<[digests: unknown, has: string]>([
    [[`node@${OTHER}`], `"node@${OTHER}"`],
    [[], 'no digest'],
    [null, 'no digest'],
  ])('a pinned one that the engine does not bear out (%j) is an error', async (digests, has) => {
    const wrong = image({ ...INSPECTED, RepoDigests: digests }, PINNED)
    await expect(wrong).rejects.toThrow(`image node@${DIGEST}: what the engine has under this digest has ${has}`)
  })

  test('pinned by digest', async () => {
    expect((await image(INSPECTED, PINNED)).pinned).toBe(true)
  })

  test('an image without a configuration', async () => {
    expect(await image({ ...INSPECTED, Config: null })).toMatchObject({ env: [], volumes: [] })
  })

  test('with 64 volumes, and no more', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`/v${String(n)}`, {}]))
    expect((await image({ ...INSPECTED, Config: { Volumes: many(64) } })).volumes).toHaveLength(64)
    await expect(image({ ...INSPECTED, Config: { Volumes: many(65) } })).rejects.toMatchObject({
      code: 'image',
      message: 'image node:22 declares 65 places as VOLUME, and at most 64 are covered',
    })
  })

  test.each([undefined, null, 'sha256:1', `sha256:${'g'.repeat(64)}`, `${ID}0`, '1'.repeat(64), 5])(
    'no id (%p) is an error',
    async (Id) => {
      await expect(image({ ...INSPECTED, Id })).rejects.toThrow('image node:22: the engine gives it no id')
    },
  )
})

describe('the platform', () => {
  const on = (platform: string, inspected: object) =>
    resolve(TAG, 'never', { before: { ...INSPECTED, ...inspected }, platform })

  test.each([
    ['linux/amd64', { Architecture: 'amd64' }],
    ['linux/arm64', { Architecture: 'arm64', Variant: 'v8' }],
    ['linux/arm', { Architecture: 'arm', Variant: 'v7' }],
    ['linux/amd64', { Variant: '' }],
  ])('%s runs %j', async (platform, inspected) => {
    await expect(on(platform, inspected)).resolves.toBeDefined()
  })

  test.each([
    ['linux/amd64', { Architecture: 'arm64' }],
    ['linux/arm64', { Architecture: 'arm', Variant: 'v7' }],
    ['linux/amd64', { Os: 'windows' }],
    ['linux/arm', { Architecture: 'arm64' }],
    ['linux/amd64', { Os: null, Architecture: null }],
  ])('%s refuses %j', async (platform, inspected) => {
    await expect(on(platform, inspected)).rejects.toThrow(`this engine is ${platform}: use an image for this platform`)
  })
})
