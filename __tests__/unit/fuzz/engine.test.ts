import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { evidence } from '../../support/evidence.ts'
import { fuzz } from '../../support/fuzz.ts'
import { ENGINE } from '../../support/oracles/engine.ts'
import { proven } from '../../support/oracles/judged.ts'

const SEEN = evidence()
type Path = readonly (string | number)[]

/** Every place of a JSON value, lists and objects too. */
function placesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))]
}

function changed(value: unknown, path: Path, to: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return to
  if (typeof value !== 'object' || value === null) return value
  // As JSON: a list has no holes.
  if (Array.isArray(value))
    return value.flatMap((inner, n) => (String(n) === String(name) ? kept(inner, rest, to) : [inner]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === String(name) ? kept(inner, rest, to).map((each) => [key, each]) : [[key, inner]],
    ),
  )
}

function kept(value: unknown, path: Path, to: unknown): readonly unknown[] {
  const inner = changed(value, path, to)
  return inner === undefined ? [] : [inner]
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}

const PLACES = placesOf(SEEN.inspected).filter((path) => path.length > 0)
const place = fc.constantFrom(...PLACES)
/** Values that are there, a little off, and values that fit nowhere. */
const foreign = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    0,
    -1,
    true,
    false,
    [],
    {},
    'ALL',
    'host',
    'none',
    [null],
    ['seccomp=unconfined'],
    'no-new-privileges:false',
    '/run/docker.sock',
  ),
  place.map((path) => valueAt(SEEN.inspected, path)),
  fc.jsonValue({ maxDepth: 2 }),
)
const extended = place.map((path): readonly [Path, unknown] => {
  const value = valueAt(SEEN.inspected, path)
  return [path, Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[]).slice(0, 1)] : [value, value]]
})
const edit: fc.Arbitrary<readonly [Path, unknown]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(place, foreign) },
  extended,
)
const answers = fc
  .array(edit, { maxLength: 12, size: 'max' })
  .map((edits) => edits.reduce<unknown>((answer, [path, to]) => changed(answer, path, to), SEEN.inspected))

const carried = (inspected: unknown): readonly ClaimId[] =>
  GATE_CLAIM_IDS.filter((id) => ENGINE[id]?.(inspected, SEEN) ?? true)

test('the oracles are one for each claim, carry what was recorded, and say no to silence', () => {
  expect(Object.keys(ENGINE).sort()).toEqual([...GATE_CLAIM_IDS].sort())
  expect(carried(SEEN.inspected)).toEqual(GATE_CLAIM_IDS)
  expect(carried({})).toEqual(GATE_CLAIM_IDS.filter((id) => ENGINE[id] === null))
})

test('no claim is proven that the engine’s answer does not carry', () => {
  const counts = new Map<ClaimId, number>()
  const runs = 700
  fuzz(
    fc.property(answers, (inspected) => {
      const claims = proven({ ...SEEN, inspected })
      const facts = carried(inspected)
      expect(claims.filter((id) => !facts.includes(id))).toEqual([])
      for (const id of claims) counts.set(id, (counts.get(id) ?? 0) + 1)
    }),
    runs,
  )
  for (const id of GATE_CLAIM_IDS) {
    const count = counts.get(id) ?? 0
    expect([id, count > runs / 20, count < runs * 2 || ENGINE[id] === null]).toEqual([id, true, true])
  }
})
