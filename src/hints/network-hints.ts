import { ofFailure } from './evidence.ts'
import type { Hint } from './hints.ts'

/** What resolvers and the kernel say where there is nothing but loopback, in the words of the usual tools. */
const NO_NETWORK = new RegExp(
  [
    'Could not resolve (?:host|proxy)\\b',
    'Temporary failure (?:in name resolution|resolving)',
    'Name or service not known',
    'nodename nor servname provided',
    'No address associated with hostname',
    'failed to lookup address information',
    "bad address '",
    'unable to resolve host address',
    'Network (?:is )?unreachable',
    '\\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH)\\b',
    '\\bUnknownHostException\\b',
    'lookup [^\\s]+ on 127\\.0\\.0\\.1:53',
    'dial tcp: lookup ',
    'net::ERR_(?:NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE)',
  ].join('|'),
)

/** By words of the tool: what to do instead of fetching. The first that fits is told. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [
    /\bnpm (?:error|ERR!|warn)|\bnpx\b/i,
    'install npm packages before, into the image or the checkout ("npm ci --ignore-scripts")',
  ],
  [/\byarn\b|YN\d{4}/, 'install packages before, into the image or the checkout'],
  [/\bpnpm\b|ERR_PNPM/, 'install packages before, into the image or the checkout'],
  [/\bpip\b|NewConnectionError|pypi/i, 'install Python packages before, into the image or a folder of the checkout'],
  [/\bgo: |proxy\.golang\.org|sum\.golang\.org/, 'run "go mod vendor" before, or put the modules into the image'],
  [/\bcargo\b|crates\.io/i, 'run "cargo vendor" before, or put the crates into the image'],
  [
    /\bmaven\b|\[ERROR\].*artifact|\bgradle\b/i,
    'put the repository of artifacts into the image or bring it by "mounts", and work offline ("mvn -o", "gradle --offline")',
  ],
  [/\bapt\b|deb\.debian\.org|archive\.ubuntu\.com|\bapk\b/, 'put system packages into the image'],
  [/\bgem\b|\bbundler?\b|rubygems/i, 'run "bundle install" before, or put the gems into the image'],
  [/\bcomposer\b|packagist/i, 'run "composer install" before, or put the packages into the image'],
  [
    /unable to access '|fatal: Could not read from remote/,
    'fetch before, by "fetch-depth: 0" or "submodules: true" of actions/checkout',
  ],
]

/** Lines in which the tool that said it may have named itself. */
const AROUND = 6

const FETCH_BEFORE = 'fetch what the step needs before, into the image or the checkout'

const noNetwork: Hint = ofFailure(({ tail }) => {
  const lines = tail.split('\n')
  const at = lines.findLastIndex((line) => NO_NETWORK.test(line))
  if (at === -1) return null
  const around = lines.slice(Math.max(0, at - AROUND), at + AROUND).join('\n')
  const [, instead = FETCH_BEFORE] = INSTEAD.find(([words]) => words.test(around)) ?? []
  return `The step tried to reach the network. Steps have none, by design: ${instead}.`
})

const noLoopbackV6: Hint = ofFailure(({ tail }) =>
  /(?:EADDRNOTAVAIL|EAFNOSUPPORT|Cannot assign requested address).*::/.test(tail)
    ? 'There is no address ::1 in the container: have servers listen on 127.0.0.1.'
    : null,
)

export const networkHints: readonly Hint[] = [noNetwork, noLoopbackV6]
