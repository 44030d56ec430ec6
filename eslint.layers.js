/**
 * Which way imports may point, and which file owns which vendor library. Left to right, as the architecture page draws
 * it: a file imports from its own folder and from those before it. Folders of one rank do not know each other.
 */
const LAYERS = [['domain'], ['plan'], ['sandbox', 'posture', 'hints'], ['report'], ['publish'], ['runtime'], ['run']]

/** Vendor types stop in these files; no other file may import the library. */
const OWNERS = {
  '@actions/core': ['src/runtime/runner.ts'],
  '@actions/exec': ['src/runtime/command.ts'],
  '@actions/github': ['src/publish/octokit-api.ts'],
  dockerode: ['src/sandbox/docker-engine.ts'],
  'tar-stream': ['src/sandbox/tar.ts'],
  yaml: ['src/plan/step-yaml.ts'],
  zod: ['src/publish/decode.ts', 'src/report/*schema.ts'],
}

/** Files where a vendor's types, or nobody's, become ours: the only ones that may assert a type. */
export const seams = ['src/**/*decode*.ts', ...Object.values(OWNERS).flat()]

/** @param {string} file a glob @param {string | null} own the library that it may import */
function rulesFor(file, own) {
  const paths = Object.entries(OWNERS)
    .filter(([name]) => name !== own)
    .map(([name, owners]) => ({ name, message: `Only ${owners.join(', ')} may know this library.` }))
  return { files: [file], rules: { 'no-restricted-imports': ['error', { paths, patterns: patternsFor(file) }] } }
}

/** @param {string} file */
function patternsFor(file) {
  const [, folder = ''] = file.split('/')
  const rank = LAYERS.findIndex((folders) => folders.includes(folder))
  // The entries and the composition root stand to the right of every layer.
  if (rank === -1) return []
  const hidden = LAYERS.slice(rank)
    .flat()
    .filter((name) => name !== folder)
  const patterns = [{ regex: '^(\\.\\./)+(main|index|post)\\.ts$', message: 'The composition root is never imported.' }]
  if (hidden.length === 0) return patterns
  return [
    ...patterns,
    { regex: `^(\\.\\./)+(${hidden.join('|')})/`, message: `${folder} imports only from the layers before it.` },
  ]
}

export const layerRules = [
  rulesFor('src/*.ts', null),
  ...LAYERS.flat().map((folder) => rulesFor(`src/${folder}/**/*.ts`, null)),
  ...Object.entries(OWNERS).flatMap(([name, files]) => files.map((file) => rulesFor(file, name))),
]
