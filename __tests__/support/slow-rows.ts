import { FAULTS } from './engine-fault-kinds.ts'
import type { FaultyCall } from './engine-faults.ts'
import { SLOW, type Slowness } from './slow-engine.ts'

/** How the steps of a run end, and whether the first of them may print. */
const ENDS = {
  'no step is tried': { kinds: ['not-run'], prints: false },
  'the step is not released': { kinds: ['not-confined'], prints: false },
  'the step is lost': { kinds: ['lost'], prints: true },
  'the step is timed out': { kinds: ['timed-out'], prints: false },
  'the pass does not count': { kinds: ['not-confined'], prints: true },
  'the next step is not released': { kinds: ['verified', 'not-confined'], prints: true },
  'the run is verified': { kinds: ['verified'], prints: true },
  'both steps are verified': { kinds: ['verified', 'verified'], prints: true },
} as const

export interface SlowRow {
  readonly at: string
  readonly how: string
  readonly faults: readonly FaultyCall[]
  readonly end: keyof typeof ENDS
  readonly ends: (typeof ENDS)[keyof typeof ENDS]
  /** Said in the verdict, a step's outcome or a note: which call it was; `null` where nothing has to be said. */
  readonly says: RegExp | null
  /** Something is left to the post step; `null` where that depends on the moment. */
  readonly later: boolean | null
  readonly steps: readonly object[]
  readonly pull: 'never' | 'always'
}

type More = Partial<Pick<SlowRow, 'says' | 'later' | 'steps' | 'pull'>> & {
  readonly onwards?: true
  readonly besides?: readonly FaultyCall[]
}
/** How an error begins, the call, and which of those that match. */
type Call = readonly [name: string, call: RegExp, nth: number]

const VOLUME = /^POST \/volumes\/create/
const CREATE = /^POST \/containers\/create/
const GET = /^GET \/containers\/\w+\/archive/
const PUT = /^PUT \/containers\/\w+\/archive/
const ATTACH = /^POST \/containers\/\w+\/attach/
const START = /^POST \/containers\/\w+\/start/
const INSPECT = /^GET \/containers\/\w{64}\/json/
const CONTAINERS = /^GET \/containers\/json/
const REMOVE = /^DELETE \/containers/

const RAN = { run: 'echo RAN' }
const LONG = { run: 'echo RAN; sleep 100' }
const OVERDUE = { ...LONG, 'timeout-minutes': 0.05 }

const UNHEARD = 'never hears of it'
const HEARD_LATE = 'hears of it too late'
const LATE = 'answers too late'
const DRIPS = 'drips its answer'
const DRIPS_BODY = 'drips the body of its answer'
const STUCK = 'answers nothing any more'

/** One call, and all that may become of it. */
function rows(
  end: SlowRow['end'],
  at: string,
  [name, call, nth]: Call,
  ways: readonly Slowness[],
  { onwards, besides = [], ...more }: More = {},
): readonly SlowRow[] {
  return ways.map((how) => ({
    at,
    how,
    faults: [...besides, { call, nth, fault: SLOW[how], ...(onwards === true && { onwards }) }],
    end,
    ends: ENDS[end],
    says: new RegExp(`${name}: the engine did not answer in time`),
    later: name.includes('create') ? leftByCreate(how) : how === STUCK,
    steps: [RAN],
    pull: 'never',
    ...more,
  }))
}

/** What was asked for and never came may still come. */
function leftByCreate(how: Slowness): boolean | null {
  return how === UNHEARD ? true : how === HEARD_LATE ? null : false
}

const deaf = { says: /the engine at .* accepts calls but does not answer/ }
const pulled = { says: /could not be pulled: the engine did not answer in time/, pull: 'always' } as const
/** Without an overlay, the checkout is copied. */
const copied = { besides: [{ call: VOLUME, nth: 2, fault: FAULTS['500'] }] }

const before = (at: string, call: Call, ways: readonly Slowness[], more?: More) =>
  rows('no step is tried', at, call, ways, more)

const BEFORE = [
  ...before('info', ['describe engine', /^GET \/info/, 1], [UNHEARD], deaf),
  ...before('version', ['describe engine', /^GET \/version/, 1], [DRIPS], deaf),
  ...before('the image', ['inspect image', /^GET \/images\//, 1], [UNHEARD]),
  ...before('the pull', ['pull image', /^POST \/images\/create/, 1], [UNHEARD], pulled),
  ...before('the layer', ['create volume', VOLUME, 1], [UNHEARD, HEARD_LATE]),
  ...before('the keeper', ['create container', CREATE, 1], [HEARD_LATE, DRIPS_BODY]),
  ...before('links of the image', ['stat path', /^HEAD .*\/archive/, 1], [UNHEARD, DRIPS]),
  ...before('accounts of the image', ['get archive', GET, 1], [UNHEARD, DRIPS_BODY]),
  ...before('files of the layer', ['put archive', PUT, 1], [UNHEARD, LATE]),
  ...before('the workspace', ['create volume', VOLUME, 2], [LATE]),
  ...before('the second keeper', ['create container', CREATE, 2], [UNHEARD]),
  ...before('the nonce', ['get archive', GET, 3], [DRIPS_BODY]),
  ...before('the index', ['stat path', /^HEAD .*index$/, 1], [LATE]),
  ...before('the copy', ['put archive', PUT, 2], [UNHEARD], copied),
  ...before('the end of the keepers', ['remove container', REMOVE, 1], [UNHEARD]),
]

const shut = (at: string, call: Call, ways: readonly Slowness[], more?: More) =>
  rows('the step is not released', at, call, ways, more)

const AT_THE_GATE = [
  ...shut('create', ['create container', CREATE, 3], [UNHEARD, HEARD_LATE, DRIPS]),
  ...shut('attach', ['attach', ATTACH, 1], [UNHEARD, DRIPS]),
  ...shut('start', ['start', START, 1], [UNHEARD, HEARD_LATE, LATE, STUCK]),
  ...shut('the probe’s text', ['attach', ATTACH, 1], ['lets nothing out', DRIPS_BODY, 'lets it out too late'], {
    says: /the probe did not finish within 4 seconds/,
  }),
  ...shut('inspect', ['inspect', INSPECT, 1], [UNHEARD, DRIPS_BODY]),
]

const lost = (at: string, call: Call, ways: readonly Slowness[], more?: More) =>
  rows('the step is lost', at, call, ways, more)

const RELEASED = [
  ...lost('wait', ['wait', /^POST \/containers\/\w+\/wait/, 1], [UNHEARD, LATE], {
    says: /the engine does not report its exit|the engine reports no exit/,
  }),
  ...lost('the last inspect', ['inspect', INSPECT, 2], [UNHEARD, DRIPS_BODY], { onwards: true }),
  ...lost('the heartbeat', ['inspect', INSPECT, 2], [STUCK], { steps: [LONG] }),
  ...lost('kill', ['kill', /^POST \/containers\/\w+\/kill/, 1], [UNHEARD, HEARD_LATE, LATE, DRIPS], {
    steps: [OVERDUE],
  }),
  ...lost('kill', ['kill', /^POST \/containers\/\w+\/kill/, 1], ['only says that it is done'], {
    steps: [OVERDUE],
    says: /the engine says that it killed the container, and reports no exit/,
  }),
  ...rows('the step is timed out', 'the release', ['attach', ATTACH, 1], ['lets nothing in'], {
    steps: [OVERDUE],
    says: /timed out/,
  }),
  ...rows('the next step is not released', 'the next create', ['create container', CREATE, 4], [UNHEARD], {
    steps: [RAN, RAN],
  }),
]

/** A control that was refused is tried again without a socket: hence every one of the calls. */
const control = (at: string, call: RegExp, nth: number, ways: readonly Slowness[], more?: More) =>
  rows('the pass does not count', `${at} of the control`, [`probe\\.sighted .*${at}`, call, nth], ways, {
    onwards: true,
    ...more,
  })

const CONTROL = [
  ...control('create network', /^POST \/networks\/create/, 1, [UNHEARD, HEARD_LATE]),
  ...control('create container', CREATE, 4, [LATE]),
  ...control('put archive', PUT, 2, [UNHEARD]),
  ...control('attach', ATTACH, 2, [UNHEARD]),
  ...control('start', START, 2, [HEARD_LATE]),
  ...control('probe', ATTACH, 2, ['lets nothing out'], { says: /probe\.sighted .*the probe did not finish/ }),
]

const late = { later: true } as const
const again = { later: true, onwards: true } as const

const verified = (at: string, call: Call, ways: readonly Slowness[], more?: More) =>
  rows('the run is verified', at, call, ways, more)

const CLEAN_UP = [
  ...verified('the end of a container', ['', REMOVE, 3], [UNHEARD], { says: null }),
  ...verified('the end of everything', ['remove container', /^DELETE/, 3], [UNHEARD], again),
  ...verified('the list of containers', ['list containers', CONTAINERS, 1], [UNHEARD, STUCK], late),
  ...verified('the list of volumes', ['list volumes', /^GET \/volumes/, 1], [DRIPS_BODY], late),
  ...verified('the list of networks', ['list networks', /^GET \/networks/, 1], [LATE], late),
  ...verified('the end of a volume', ['', /^DELETE \/volumes/, 1], [LATE], { says: null }),
  ...verified('the end of every network', ['remove network', /^DELETE \/networks/, 1], [UNHEARD], again),
]

const IN_TIME = rows('both steps are verified', 'every call', ['', /./, 1], ['answers in time'], {
  onwards: true,
  besides: [{ call: ATTACH, fault: SLOW['hands it over in time'] }],
  says: null,
  steps: [RAN, RAN],
})

/** The longest first. */
export const SLOW_ROWS: readonly SlowRow[] = [
  ...IN_TIME,
  ...CLEAN_UP,
  ...CONTROL,
  ...RELEASED,
  ...AT_THE_GATE,
  ...BEFORE,
]
