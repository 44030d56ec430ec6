import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { CLAIM_IDS } from '../../src/domain/claim.ts'
import { OUTCOME_KINDS } from '../../src/domain/outcome.ts'
import { hostFacts } from '../../src/plan/host-facts.ts'
import { INPUTS } from '../../src/plan/input-table.ts'
import { Problems } from '../../src/plan/problems.ts'
import { parseSteps } from '../../src/plan/steps.ts'
import { provenClaims } from '../support/report-claims.ts'
import {
  brokenLink,
  codeBlocks,
  codeOf,
  isThere,
  linksOf,
  namedPaths,
  page,
  publicPages,
  ROOT,
  tableBelow,
} from '../support/pages.ts'

const pages = publicPages()
const readme = page('README.md')
const glossary = page('docs/glossary.md')

interface Workflow {
  readonly on: unknown
  readonly permissions: unknown
  readonly jobs: { readonly confine: { readonly steps: { uses: string; with: Record<string, unknown> }[] } }
}

/** What is wrong with a text as the input `steps`. */
function stepProblems(text: string): { input: string; expected: string }[] {
  const problems = new Problems()
  parseSteps(text, { problems, checkout: null, facts: hostFacts(), timeoutMs: 1000 })
  try {
    problems.throwIfAny()
    return []
  } catch (error) {
    return [...(error as { problems: { input: string; expected: string }[] }).problems]
  }
}

describe('pages', () => {
  test('link to what is there, headings included', () => {
    const links = pages.flatMap(linksOf)
    expect(links.length).toBeGreaterThan(30)
    expect(links.map(brokenLink).filter((told) => told !== null)).toEqual([])
  })

  test('are all reached from the README', () => {
    const seen = new Set(['README.md'])
    for (const name of seen) {
      const targets = linksOf(page(name)).flatMap(({ file }) => (file?.endsWith('.md') === true ? [file] : []))
      for (const target of targets) seen.add(target)
    }
    expect(pages.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
  })

  test('name files that are there', () => {
    const named = pages.flatMap((one) => namedPaths(one).map((path) => ({ page: one.name, path })))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ path }) => !isThere(path))).toEqual([])
  })

  test.each([
    ['a path of somebody’s machine', /(?:^|[\s`'"(:=])\/(?:work|mnt|Users|home\/(?!confine\b)|tmp\/[\w.-])/m],
    [
      'the host of a registry',
      /\b(?:registry\.|npmjs\.|ghcr\.io|docker\.io|quay\.io|gcr\.io|pypi\.|proxy\.golang|deb\.debian)/i,
    ],
    ['a placeholder that was forgotten', /\b(?:TODO|FIXME|TBD|XXX)\b/],
  ])('hold no %s', (_, pattern) => {
    expect(pages.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
  })
})

describe.each([
  ['README.md', readme, 'What is proven'],
  ['docs/glossary.md', glossary, 'Claims'],
])('%s', (_, one, claims) => {
  test('has every claim of the catalogue, in its order, and no other', () => {
    expect(tableBelow(one, claims).map(([cell]) => codeOf(cell))).toEqual(CLAIM_IDS)
  })

  test('has every outcome, and no other', () => {
    expect(tableBelow(one, 'Outcomes').map(([cell]) => codeOf(cell))).toEqual(OUTCOME_KINDS)
  })
})

describe('witnesses in README.md', () => {
  const written = new Map(
    tableBelow(readme, 'What is proven').map(([id, , cell = '']) => [codeOf(id), cell.split('; ')] as const),
  )

  test('that must confirm are those which each claim needs', () => {
    const folder = join(ROOT, 'src/posture/claims')
    // Under gVisor other witnesses are needed: the table is about the runtimes that share the host's kernel.
    const names = readdirSync(folder).filter((name) => !name.startsWith('gvisor'))
    const sources = ['../control.ts', ...names].map((name) => readFileSync(join(folder, name), 'utf8'))
    const judged = sources.flatMap((text) => [...text.matchAll(/id: '([\w.-]+)',[^]*?needs: \[([^\]]*)\]/g)])
    const needs = new Map(judged.map(([, id, list = '']) => [id, list.replaceAll("'", '')]))
    expect(needs.size).toBe(CLAIM_IDS.length)
    expect([...written].map(([id, [first]]) => [id, first])).toEqual(CLAIM_IDS.map((id) => [id, needs.get(id)]))
  })

  test('have the host where it sees anything of the claim', () => {
    const seen = provenClaims().filter(({ observations }) => observations.some(({ witness }) => witness === 'host'))
    const told = [...written].filter(([, [, ...more]]) => more.includes('host')).map(([id]) => id)
    expect(told).toEqual(seen.map(({ id }) => id))
  })

  test('leave out of the control what it does not show', () => {
    const [, list = ''] = /The control shows all of them but ([^]*?`)\./.exec(readme.text) ?? []
    const named = [...list.matchAll(/`([\w.-]+)`/g)].map(([, id]) => id)
    const unshown = provenClaims().filter(({ id, control }) => control === null && id !== 'probe.sighted')
    expect(named).toEqual(unshown.map(({ id }) => id))
  })
})

describe('examples of README.md', () => {
  const [first = '', ...lists] = codeBlocks(readme, 'yaml')
  const workflow = parse(first) as Workflow
  const { steps } = workflow.jobs.confine
  const confine = steps.find(({ uses }) => uses.startsWith('OWNER/confine@'))

  test('the workflow uses only inputs that exist, and all that are required', () => {
    const names = INPUTS.map(({ name }) => name)
    const given = Object.keys(confine?.with ?? {})
    expect(given.filter((name) => !names.some((known) => known === name))).toEqual([])
    expect(INPUTS.filter(({ required, name }) => required && !given.includes(name))).toEqual([])
  })

  test('the workflow gives no more rights than it takes, and pins by commit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read', checks: 'write', 'pull-requests': 'write' })
    for (const { uses } of steps) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    expect(steps[0]?.with).toEqual({ 'persist-credentials': false })
    expect(workflow.on).toEqual({ pull_request: null })
  })

  test('the parser takes every list of steps', () => {
    const shown = lists.map((list) => (parse(list) as { steps: string }).steps)
    const texts = [String(confine?.with['steps']), ...shown]
    expect(texts).toHaveLength(3)
    expect(texts.flatMap(stepProblems)).toEqual([])
  })

  test('the table of keys has every key of a step', () => {
    const [problem] = stepProblems('- run: x\n  nonsense: y\n')
    const known = problem?.expected.replace(/^only the keys /, '').split(', ')
    const written = tableBelow(readme, 'Steps').map(([key]) => codeOf(key))
    expect(written.sort()).toEqual(known?.sort())
  })

  test('the comments are lines of committed renderings', () => {
    const golden = ['verified', 'failed'].map((name) => page(`__tests__/golden/${name}.comment.md`).text.split('\n'))
    const [, section = ''] = /^## What the pull request shows\n(.*?)^## /ms.exec(readme.text) ?? []
    const quoted = section.split('\n').filter((line) => line.startsWith('>'))
    const rendered = quoted.map((line) => line.replace(/^> ?/, ''))
    expect(rendered.length).toBeGreaterThan(20)
    expect(rendered.filter((line) => !golden.some((lines) => lines.includes(line)))).toEqual([])
  })

  test('the table of variables has every one that a step gets', () => {
    const sources = ['src/sandbox/container-demand.ts', 'src/run/run-steps.ts']
      .map((name) => page(name).text)
      .join('\n')
    const set = [...sources.matchAll(/^\s+([A-Z][A-Z0-9_]+)(?:: |,$)/gm)].map(([, name = '']) => name)
    const written = tableBelow(readme, 'Inside a step').map(([names = '']) => names)
    expect(set.length).toBeGreaterThan(8)
    expect(set.filter((name) => !written.some((names) => names.includes(`\`${name}\``)))).toEqual([])
  })
})
