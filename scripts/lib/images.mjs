// @ts-check
import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './clean-up.mjs'
import { ask, mustAsk } from './engine-api.mjs'
import { buildContext, FAMILIES } from './image-families.mjs'
import { needFor, RECIPES } from './image-recipes.mjs'
import { say } from './say.mjs'

/** @typedef {import('./image-recipes.mjs').ImageName} ImageName */
/** @typedef {import('./engine-api.mjs').Address} Address */
/** @typedef {keyof typeof FAMILIES} FamilyName */

const LABEL = 'confine.test=1'

/**
 * The image's reference, with a tag that changes with its content. `confine-test/NAME:latest` names the same image.
 *
 * @param {ImageName} name
 */
export function imageReference(name) {
  return `confine-test/${name}:${createHash('sha256').update(RECIPES[name].inputs()).digest('hex').slice(0, 12)}`
}

/**
 * Builds the test images that the engine lacks or has an older version of. No registry is asked: an image is a tar.
 *
 * @param {Address} engine
 * @param {readonly ImageName[]} [names]
 * @returns {Promise<string[]>} references of the images built by this call
 */
export async function ensureImages(engine, names = ['busybox', 'debian', 'node']) {
  await needFor(names)
  const built = []
  for (const name of names) {
    const reference = imageReference(name)
    if ((await ask(engine, 'GET', `/images/${reference}/json`)).status === 200) continue
    say(`building image ${reference}`)
    await build(engine, name, reference)
    built.push(reference)
  }
  return built
}

/**
 * Builds the families' images that the engine lacks, each on top of the Debian image, which has to be there.
 *
 * @param {Address} engine
 * @returns {Promise<string[]>} references of the images built by this call
 */
export async function ensureFamilies(engine) {
  const built = []
  for (const name of /** @type {FamilyName[]} */ (Object.keys(FAMILIES))) {
    const reference = familyReference(name)
    if ((await ask(engine, 'GET', `/images/${reference}/json`)).status === 200) continue
    say(`building image ${reference}`)
    await buildFamily(engine, name, reference)
    built.push(reference)
  }
  return built
}

/** @param {FamilyName} name */
function familyReference(name) {
  const inputs = [imageReference('debian'), FAMILIES[name].packages, FAMILIES[name].settings, 'v2']
  return `confine-test/${name}:${createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 12)}`
}

/** @param {Address} engine @param {FamilyName} name @param {string} reference */
async function buildFamily(engine, name, reference) {
  const folder = mkdtempSync(join(tmpdir(), 'confine-family-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  atEnd(`remove ${folder}`, remove)
  const tar = createReadStream(await buildContext(FAMILIES[name], folder, imageReference('debian'), LABEL))
  const query = new URLSearchParams({ version: '1', networkmode: 'none', rm: '1', forcerm: '1' })
  for (const tag of [reference, `confine-test/${name}:latest`]) query.append('t', tag)
  const progress = await mustAsk(engine, 'POST', `/build?${query.toString()}`, tar)
  if (progress.includes('"error"')) throw new Error(`${reference}: ${progress.trim()}`)
  remove()
}

/** @param {Address} engine @param {ImageName} name @param {string} reference */
async function build(engine, name, reference) {
  const folder = mkdtempSync(join(tmpdir(), 'confine-image-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  atEnd(`remove ${folder}`, remove)
  const [repo = '', tag = ''] = reference.split(':')
  const query = new URLSearchParams({ fromSrc: '-', repo, tag, changes: `LABEL ${LABEL}` })
  const tar = createReadStream(await RECIPES[name].build(folder))
  const progress = await mustAsk(engine, 'POST', `/images/create?${query.toString()}`, tar)
  // The engine answers 200 before it reads the tar; a failure comes as a line of the stream.
  if (progress.includes('"error"')) throw new Error(`${reference}: ${progress.trim()}`)
  await mustAsk(engine, 'POST', `/images/${reference}/tag?repo=${repo}&tag=latest`)
  remove()
}

/**
 * Removes test images by reference, or all that carry our label. Images without the label are never touched.
 *
 * @param {Address} engine
 * @param {readonly string[] | null} [references] `null` for all
 */
export async function removeImages(engine, references = null) {
  const filters = encodeURIComponent(JSON.stringify({ label: [LABEL] }))
  /** @type {{ RepoTags: string[] | null }[]} */
  const images = JSON.parse(await mustAsk(engine, 'GET', `/images/json?filters=${filters}`))
  const tags = images.flatMap(({ RepoTags: all }) =>
    all !== null && (references === null || all.some((tag) => references.includes(tag))) ? all : [],
  )
  const answers = []
  for (const tag of tags) answers.push(await ask(engine, 'DELETE', `/images/${tag}`))
  const refused = answers.filter(({ status }) => status !== 200)
  if (refused.length > 0) throw new Error(refused.map(({ body }) => body.trim()).join('\n'))
}
