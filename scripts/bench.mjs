// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCheckout } from './bench/checkout.mjs'
import { isMet, targetOf, valueOf } from './bench/figure.mjs'
import { describeMachine } from './bench/machine.mjs'
import { measureOutput } from './bench/output.mjs'
import { renderPage } from './bench/page.mjs'
import { measureProving } from './bench/proving.mjs'
import { measureProvisioning } from './bench/provisioning.mjs'
import { measureStartUp } from './bench/start-up.mjs'
import { measureStepCost } from './bench/step-cost.mjs'
import { atEnd, runWithCleanUp } from './lib/clean-up.mjs'
import { findEngine } from './lib/engine.mjs'
import { ensureImages, imageReference, removeImages } from './lib/images.mjs'
import { need } from './lib/need.mjs'
import { installNode, ROOT } from './lib/packages.mjs'
import { hasCommand } from './lib/run.mjs'
import { say } from './lib/say.mjs'

const FILES = 50_000
/** `runs.using` of action.yml. */
const NODE_MAJOR = 24

/**
 * `npm run bench`: measures the built action against what it is compared with, writes docs/benchmarks.md, and fails when
 * a target is missed. Takes a few minutes.
 */
async function main() {
  await need(['git'])
  const engine = await findEngine()
  atEnd('end the engine', engine.stop)
  if (!hasCommand('docker')) throw new Error('the comparison needs the docker command')
  const built = await ensureImages(engine.address, ['busybox'])
  atEnd('remove the image', () => removeImages(engine.address, built))
  const folder = mkdtempSync(join(tmpdir(), 'confine-bench-'))
  atEnd(`remove ${folder}`, () => rmSync(folder, { recursive: true, force: true }))
  const node = await nodeIn(join(folder, 'node'))
  say(`making a checkout of ${FILES} files`)
  const small = await makeCheckout(join(folder, 'small'), 10)
  const large = await makeCheckout(join(folder, 'large'), FILES)
  const figures = await measureAll({ image: imageReference('busybox'), folder, node }, { small, large })
  const page = renderPage(figures, await describeMachine(engine.address, node), new Date())
  writeFileSync(join(ROOT, 'docs/benchmarks.md'), page)
  say('written: docs/benchmarks.md')
  if (!figures.every(isMet)) process.exitCode = 1
}

/** @param {string} folder made if need be */
async function nodeIn(folder) {
  if (process.version.startsWith(`v${NODE_MAJOR}.`)) return process.execPath
  mkdirSync(folder)
  return installNode(NODE_MAJOR, folder)
}

/**
 * @param {import('./bench/timed.mjs').Bench} bench
 * @param {{ small: import('./bench/checkout.mjs').Checkout, large: import('./bench/checkout.mjs').Checkout }} checkouts
 */
async function measureAll(bench, checkouts) {
  const figures = [
    tell(await measureStartUp(bench)),
    tell(await measureStepCost(bench, checkouts.small)),
    tell(await measureProvisioning(bench, checkouts)),
    tell(await measureProving(bench, checkouts.small)),
  ]
  for (const figure of await measureOutput(bench, checkouts.small)) figures.push(tell(figure))
  return figures
}

/** @param {import('./bench/figure.mjs').Figure} figure */
function tell(figure) {
  say(
    `${isMet(figure) ? 'met   ' : 'MISSED'} ${figure.what}: ${valueOf(figure)}, ${targetOf(figure)} (${figure.medians})`,
  )
  return figure
}

await runWithCleanUp(main)
