// @ts-check
import { caseLines } from './lib/cases.mjs'
import { atEnd, runWithCleanUp } from './lib/clean-up.mjs'
import { findEngine } from './lib/engine.mjs'
import { ensureFamilies, ensureImages, removeImages } from './lib/images.mjs'
import { need } from './lib/need.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { remains } from './lib/remains.mjs'
import { TEST_RUNTIMES } from './lib/runtimes.mjs'
import { say } from './lib/say.mjs'
import { closeWith, sumOf, tallyOfCheck } from './lib/tally.mjs'
import { ALL_TIERS, ENGINE_TIERS, JEST_TIERS, runTiers, TIERS } from './lib/tiers.mjs'

/**
 * `npm test`: everything, from nothing but Node and root (or sudo) on Debian or Ubuntu. `npm test -- unit lint` runs
 * some tiers only. `npm test -- workflow` runs the workflows themselves, which nothing else does.
 *
 *   CONFINE_NODE   the Node that runs the tests, this one by default
 *   CONFINE_KEEP   `1` keeps the test images for the next run
 *   CONFINE_CACHE  folder for the downloaded Debian tree, `.tmp/cache` by default
 *
 * Ends with `N passed, N failed`. A tier without tests, a skipped test, and tests that leave a container or a volume on
 * the engine count as failed.
 */
async function main() {
  const tiers = chosenTiers(process.argv.slice(2))
  if (tiers.some((tier) => JEST_TIERS.includes(tier))) {
    await need(['bash', 'busybox-static', 'dash', 'docker-registry', 'git', 'make', 'openssl', 'python3', 'shellcheck'])
  }
  await ensurePackages()
  const node = process.env['CONFINE_NODE'] ?? process.execPath
  const results = await runTiers(withoutEngine(tiers), { node })
  results.push(...(await runEngineTiers(withEngine(tiers), node)))
  for (const { tier, tally } of results) {
    say(`${tier.padEnd(9)} ${tally.passed} passed, ${tally.failed} failed ${tally.why}`.trimEnd())
  }
  for (const line of caseLines(results.map(({ cases }) => cases))) say(`case: ${line}`)
  sum = sumOf(results.map(({ tally }) => tally))
}

/** @param {readonly string[]} names */
function chosenTiers(names) {
  const unknown = names.filter((name) => !ALL_TIERS.includes(name))
  if (unknown.length > 0) throw new Error(`no such tier: ${unknown.join(', ')}; there are ${ALL_TIERS.join(', ')}`)
  return names.length === 0 ? TIERS : ALL_TIERS.filter((tier) => names.includes(tier))
}

/** @param {readonly string[]} tiers */
const withEngine = (tiers) => tiers.filter((tier) => ENGINE_TIERS.includes(tier))
/** @param {readonly string[]} tiers */
const withoutEngine = (tiers) => tiers.filter((tier) => !ENGINE_TIERS.includes(tier))

/**
 * Without an engine its tiers are red, and say why.
 *
 * @param {readonly string[]} tiers
 * @param {string} node
 */
async function runEngineTiers(tiers, node) {
  if (tiers.length === 0) return []
  try {
    const engine = await findEngine({ runtimes: TEST_RUNTIMES })
    atEnd('end the engine', engine.stop)
    const built = [...(await ensureImages(engine.address)), ...(await ensureFamilies(engine.address))]
    if (process.env['CONFINE_KEEP'] !== '1') atEnd('remove test images', () => removeImages(engine.address, built))
    const before = await remains(engine.address)
    const results = await runTiers(tiers, { node })
    const left = (await remains(engine.address)).filter((name) => !before.includes(name))
    const tally = tallyOfCheck({ ok: left.length === 0, ended: left.join(', ') })
    return [...results, { tier: 'remains', tally, cases: new Map() }]
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return tiers.map((tier) => ({ tier, tally: { passed: 0, failed: 1, why }, cases: new Map() }))
  }
}

// Stays at nothing passed when the run breaks off, which closes red.
let sum = { passed: 0, failed: 0 }
await runWithCleanUp(main)
closeWith(process.exitCode === 1 ? { ...sum, failed: sum.failed + 1 } : sum)
