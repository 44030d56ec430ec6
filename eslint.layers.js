/**
 * Which way imports may point, and which folder owns which vendor library. Left to right, as the architecture page
 * draws it: a file imports from its own folder and from those before it.
 */
const LAYERS = [['domain'], ['plan'], ['sandbox', 'posture'], ['report'], ['publish'], ['runtime']]

/** Vendor types stop in the named place; no other file may import the library. */
const OWNERS = {
  dockerode: 'src/sandbox/',
  'tar-stream': 'src/sandbox/',
  yaml: 'src/plan/',
  '@actions/github': 'src/publish/',
  '@actions/core': 'src/runtime/',
  '@actions/exec': 'src/runtime/',
}

/** zod describes shapes wherever something is decoded; the domain stays plain types. */
const ZOD_FREE = ['domain', 'runtime']

function vendorPaths(folder) {
  const foreign = Object.entries(OWNERS).filter(([, owner]) => owner !== `src/${folder}/`)
  const paths = foreign.map(([name, owner]) => ({ name, message: `Only ${owner} knows this library.` }))
  return ZOD_FREE.includes(folder) ? [...paths, { name: 'zod', message: 'Decode further out.' }] : paths
}

function rulesFor(folder, layersToTheRight) {
  const names = layersToTheRight.flat().join('|')
  const patterns = [{ regex: '^(\\.\\./)+(main|index|post)\\.ts$', message: 'The composition root is never imported.' }]
  if (names !== '') patterns.push({ regex: `^(\\.\\./)+(${names})/`, message: `${folder} knows nothing to its right.` })
  return {
    files: [`src/${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { paths: vendorPaths(folder), patterns }] },
  }
}

export const layerRules = [
  ...LAYERS.flatMap((folders, rank) => folders.map((folder) => rulesFor(folder, LAYERS.slice(rank + 1)))),
  { files: ['src/*.ts'], rules: { 'no-restricted-imports': ['error', { paths: vendorPaths(null) }] } },
]
