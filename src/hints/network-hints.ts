import { ofFailure } from './evidence.ts'
import type { Hint } from './hints.ts'

/** What resolvers and the kernel say where there is nothing but loopback, in the words of the usual tools. */
const NO_NETWORK = new RegExp(
  [
    'Could not resolve (?:host|proxy|hostname)\\b',
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
    '\\berror: cannot run ssh: ',
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
]

/** Host names that jobs give to what runs under `services:`, as resolvers tell them or as commands do. */
const SERVICE_NAMES =
  /(?:host name "|EAI_AGAIN |ENOTFOUND |lookup |UnknownHostException: )(?:postgres(?:ql)?|mysql|mariadb|redis|mongo(?:db)?|rabbitmq|elasticsearch|db)(?=["\s:,)]|$)/
const SERVICE_IN_COMMAND =
  /(?:\/\/|@|['"(]|\s-h ?|\bhost[= ])(?:postgres(?:ql)?|mysql|mariadb|redis|mongo(?:db)?|rabbitmq|elasticsearch|db)(?=["'\s:/,)]|$)/
const SERVICES =
  'Services of the job ("services:") can not be reached from a step either: start the server in the same step, from the image'

/** By what git was asked for; its words alone do not tell which repository it wanted. */
const GIT_INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\bgit\s[^\n]*\blfs\b|\bgit-lfs\b/, 'have actions/checkout bring the data ("lfs: true")'],
  [/\bsubmodule\b/, 'have actions/checkout bring submodules ("submodules: recursive")'],
  [
    /\bgit\s[^\n]*\bclone\b|^Cloning into /m,
    'have the other repository in the image, or check it out before by another actions/checkout with "path"',
  ],
  [/\bgit\s[^\n]*\b(?:fetch|pull)\b/, 'have actions/checkout fetch history and tags ("fetch-depth: 0")'],
]

/** Lines in which the tool that said it may have named itself. */
const AROUND = 6

const FETCH_BEFORE = 'fetch what the step needs before, into the image or the checkout'

const noNetwork: Hint = ofFailure(({ tail, step }) => {
  const lines = tail.split('\n')
  const at = lines.findLastIndex((line) => NO_NETWORK.test(line))
  if (at === -1) return null
  const around = lines.slice(Math.max(0, at - AROUND), at + AROUND).join('\n')
  const none = 'The step tried to reach the network, by what it printed. Steps have none, by design'
  if (SERVICE_NAMES.test(lines[at] ?? '') || SERVICE_IN_COMMAND.test(step.run)) return `${none}. ${SERVICES}.`
  const ofGit = /^fatal: |^error: cannot run ssh/m.test(around)
  const [, instead = FETCH_BEFORE] =
    INSTEAD.find(([words]) => words.test(around)) ??
    (ofGit ? GIT_INSTEAD.find(([words]) => words.test(`${step.run}\n${around}`)) : undefined) ??
    []
  return `${none}: ${instead}.`
})

/** Of sockets; Python leaves the address out. */
const NO_ADDRESS = /EADDRNOTAVAIL|EAFNOSUPPORT|Cannot assign requested address/
const LOOPBACK_V6 = /(?<![\w:])::1(?![\w:])/
const noAddress: Hint = ofFailure(({ tail, step }) => {
  const lines = tail.split('\n').filter((line) => NO_ADDRESS.test(line))
  if (lines.length === 0) return null
  if (lines.some((line) => LOOPBACK_V6.test(line)) || LOOPBACK_V6.test(step.run))
    return 'There is no address ::1 in the container, for its kernel is without IPv6: have servers listen on 127.0.0.1.'
  return lines.every((line) => line.includes('EAFNOSUPPORT'))
    ? null // a family of sockets that the filter refuses
    : `An address was not to be had: the container has its own loopback (127.0.0.1) alone, by design. ${SERVICES}.`
})

/** PostgreSQL, MySQL, Redis, MongoDB, RabbitMQ, Elasticsearch, memcached: by their usual ports. */
const SERVICE_PORT =
  /(?:ECONNREFUSED|onnection refused)[^\n]*?[: ](?:5432|3306|6379|27017|5672|9200|11211)\b|(?:port |:)(?:5432|3306|6379|27017|5672|9200|11211)\b[^\n]*onnection refused/i
const PORT_IN_COMMAND = /[:= ,](?:5432|3306|6379|27017|5672|9200|11211)\b/
const refused: Hint = ofFailure(({ tail, step }) =>
  SERVICE_PORT.test(tail) || (/ECONNREFUSED|onnection refused/.test(tail) && PORT_IN_COMMAND.test(step.run))
    ? `Nothing listened at that port of the container. ${SERVICES}.`
    : null,
)

export const networkHints: readonly Hint[] = [noNetwork, noAddress, refused]
