import type { EngineFacts } from '../domain/evidence.ts'
import { firstFew, plural } from '../domain/units.ts'
import {
  HANDLINGS,
  type FoundWeakness,
  type KnownWeaknesses,
  type UntoldComponent,
  type WeakComponent,
} from '../domain/weakness.ts'
import {
  compareVersions,
  parseCalendarVersion,
  parseVersion,
  sameLine,
  type ComponentVersion,
} from './component-version.ts'
import { WEAKNESSES, WEAKNESSES_AS_OF, type Weakness } from './weakness-table.ts'

const BASIS =
  'Matched by version number alone. A distribution may have mended it under the same number, and a number says ' +
  'nothing of the kernel.'

/** Names under which an engine may know the two runtimes: its own, and the shims of containerd. */
const RUNTIMES: Readonly<Record<string, WeakComponent>> = {
  runc: 'runc',
  'io.containerd.runc.v1': 'runc',
  'io.containerd.runc.v2': 'runc',
  'io.containerd.runtime.v1.linux': 'runc',
  runsc: 'runsc',
  'io.containerd.runsc.v1': 'runsc',
}

/** What of an engine's description is looked at. */
type WeaknessFacts = Pick<EngineFacts, 'components' | 'defaultRuntime'>

/** Characters of an engine's text that are told on. */
const SHOWN = 48

/**
 * The known weaknesses of an engine with the runtime that steps run under. Pure and total: a version that is missing or
 * can't be read is told as such, for that is not the same as having none.
 * @param runtime name of the runtime in use
 */
export function weaknessesOf(engine: WeaknessFacts, runtime: string = engine.defaultRuntime): KnownWeaknesses {
  const found: FoundWeakness[] = []
  const untold: UntoldComponent[] = []
  const known = runtimeComponent(runtime)
  if (known === null) {
    const why = `The runtime "${shown(runtime)}" is not in the table: its weaknesses can't be told.`
    untold.push({ component: 'runtime', why })
  }
  const components: WeakComponent[] = ['engine', 'containerd', ...(known === null ? [] : [known])]
  for (const component of components) {
    const text = versionText(engine, component)
    const version = text === null ? null : readVersion(component, text)
    if (text === null || version === null) untold.push({ component, why: whyUntold(component, text) })
    else found.push(...matches(component, version, text, known))
  }
  const urgent = found.sort((a, b) => HANDLINGS.indexOf(a.handling) - HANDLINGS.indexOf(b.handling))
  return { asOf: WEAKNESSES_AS_OF, basis: BASIS, found: urgent, untold }
}

/**
 * Why a run that requires an engine without known weaknesses can't go on, as one sentence; `null` when it can. What
 * can't be told stops it as well.
 */
export function weaknessRefusal({ asOf, found, untold }: KnownWeaknesses): string | null {
  const names = found.map(({ id, component, version }) => `${id} (${component} ${version})`)
  const parts = [
    ...(names.length === 0 ? [] : [`by its version numbers the engine has ${handled(found)}: ${firstFew(names)}`]),
    ...(untold.length === 0
      ? []
      : [`its weaknesses can't be told for ${firstFew(untold.map(({ component }) => component))}`]),
  ]
  return parts.length === 0 ? null : `${parts.join('; ')} (table of ${asOf}). ${WAY_OUT}`
}

const WAY_OUT = 'Update the engine, or take known-weaknesses out of require'

/** "2 known weaknesses (1 open, 1 avoided)": none may apply, not even one that does no harm here. */
function handled(found: readonly FoundWeakness[]): string {
  const counts = HANDLINGS.map(
    (handling) => [found.filter((one) => one.handling === handling).length, handling] as const,
  )
  const told = counts.filter(([count]) => count > 0).map(([count, handling]) => `${String(count)} ${handling}`)
  return `${plural(found.length, 'known weakness', 'known weaknesses')} (${told.join(', ')})`
}

function runtimeComponent(name: string): WeakComponent | null {
  return Object.hasOwn(RUNTIMES, name) ? (RUNTIMES[name] ?? null) : null
}

/**
 * Engines list themselves with their parts, in names of their own: "Engine" is Docker's, "Podman Engine" another's, whose
 * version says nothing here. Of the runtimes only the default one is listed.
 */
function versionText(engine: WeaknessFacts, component: WeakComponent): string | null {
  return Object.hasOwn(engine.components, component) ? (engine.components[component] ?? null) : null
}

function readVersion(component: WeakComponent, text: string): ComponentVersion | null {
  return component === 'runsc' ? parseCalendarVersion(text) : parseVersion(text)
}

function whyUntold(component: WeakComponent, text: string | null): string {
  const name = component === 'engine' ? 'Docker Engine' : component
  const what = text === null ? 'is not named by the engine' : `reads "${shown(text)}", which is no version`
  return `The version of ${name} ${what}: its weaknesses can't be told.`
}

function matches(
  component: WeakComponent,
  version: ComponentVersion,
  text: string,
  runtime: WeakComponent | null,
): FoundWeakness[] {
  const suffix = version.suffixed ? ' This build has a suffix of its own: it may have been mended.' : ''
  return WEAKNESSES.filter(
    (weakness) =>
      weakness.component === component &&
      !(weakness.hostKernelOnly && runtime === 'runsc') &&
      isAffected(version, weakness, component),
  ).map(({ id, title, fixedIn, url, handling, note }) => ({
    ...{ id, title, component, version: shown(text), fixedIn, url, handling },
    note: `${note}${suffix}`,
  }))
}

/**
 * A line of releases (`1.2.x`) with a fix of its own has it from there on. One without has it when it is newer than all
 * lines that got one; an older line, or one in between, was left as it is.
 */
function isAffected(version: ComponentVersion, { since, fixedIn }: Weakness, component: WeakComponent): boolean {
  const from = since === null ? null : readVersion(component, since)
  if (from !== null && compareVersions(version, from) < 0) return false
  const fixes = fixedIn.map((text) => readVersion(component, text)).filter((fix) => fix !== null)
  const own = fixes.find((fix) => sameLine(fix, version))
  if (own !== undefined) return compareVersions(version, own) < 0
  return fixes.some((fix) => compareVersions(version, fix) < 0)
}

/** The beginning of an engine's text, on one line. */
function shown(text: string): string {
  const line = text.slice(0, SHOWN).replace(/\s+/g, ' ')
  return text.length > SHOWN ? `${line}…` : line
}
