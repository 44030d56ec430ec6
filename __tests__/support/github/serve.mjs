// @ts-check
// A stand-in for trying things out: node __tests__/support/github/serve.mjs --help
import { parseArgs } from 'node:util'
import { startGitHub, TOKENS } from './index.mjs'

const HELP = `Starts a stand-in for GitHub's REST API on loopback and prints its address.

  --repository OWNER/NAME   default octo-org/octo-repo
  --pull NUMBER=SHA         an open pull request; may be given several times
  --port NUMBER             default: any free one

Ctrl-C ends it and prints what it holds as JSON. Tokens: ${Object.values(TOKENS).join(', ')}
`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    repository: { type: 'string', default: 'octo-org/octo-repo' },
    pull: { type: 'string', multiple: true, default: [] },
    port: { type: 'string', default: '0' },
  },
})

if (values.help) {
  process.stdout.write(HELP)
} else {
  await serve()
}

async function serve() {
  const [owner = '', repo = ''] = values.repository.split('/')
  const github = await startGitHub({ owner, repo, port: Number(values.port) })
  for (const pull of values.pull) {
    const [, number, headSha] = /^(\d+)=([0-9a-f]{40})$/.exec(pull) ?? []
    if (number === undefined || headSha === undefined) throw new Error(`--pull ${pull}: expected NUMBER=SHA`)
    github.state.addPull({ number: Number(number), headSha })
  }
  process.stdout.write(`${github.url}\n`)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => void stop(github))
  }
}

/** @param {import('./index.d.mts').StandIn} github */
async function stop(github) {
  await github.close()
  const { checkRuns, comments, pulls } = github.state
  const requests = github.requests.map(({ method, path, status }) => `${method} ${path} ${status ?? 'no answer'}`)
  const held = { checkRuns, comments, pulls, requests, violations: github.violations }
  process.stdout.write(`${JSON.stringify(held, null, 2)}\n`)
}
