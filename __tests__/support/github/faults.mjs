// @ts-check
/** @typedef {import('./index.d.mts').Fault} Fault */
/** @typedef {import('./index.d.mts').FaultAction} FaultAction */
/** @typedef {import('./index.d.mts').FaultMatch} FaultMatch */
/** @typedef {import('./index.d.mts').Seen} Seen */

/**
 * @typedef {object} Rule
 * @property {FaultMatch & FaultAction} fault
 * @property {number} calls
 * @property {(seen: Seen) => void} strike
 * @property {Promise<void>} released
 */

/**
 * Faults are asked in the order in which they were set. Each counts every request that it matches; the first whose
 * `nth` agrees strikes.
 */
export function createFaults() {
  /** @type {Rule[]} */
  const rules = []
  return {
    /** @param {FaultMatch & FaultAction} fault @returns {Fault} */
    add(fault) {
      const { rule, handle } = createRule(fault, (done) => rules.splice(rules.indexOf(done), 1))
      rules.push(rule)
      return handle
    },
    /** @param {Seen} seen @returns {Rule | null} the one that strikes */
    take(seen) {
      const matching = rules.filter(({ fault }) => matches(fault, seen))
      for (const rule of matching) rule.calls += 1
      const striking = matching.find((rule) => isTurn(rule)) ?? null
      striking?.strike(seen)
      return striking
    },
  }
}

/** @param {FaultMatch & FaultAction} fault @param {(rule: Rule) => void} remove */
function createRule(fault, remove) {
  const struck = deferred()
  const released = deferred()
  /** @type {Rule} */
  const rule = { fault, calls: 0, strike: struck.resolve, released: released.promise }
  /** @type {Fault} */
  const handle = {
    get calls() {
      return rule.calls
    },
    struck: struck.promise,
    release: () => released.resolve(),
    remove: () => remove(rule),
  }
  return { rule, handle }
}

function deferred() {
  /** @type {(value?: any) => void} */
  let resolve = () => {}
  /** @type {Promise<any>} */
  const promise = new Promise((settle) => (resolve = settle))
  return { promise, resolve }
}

/** @param {Rule} rule */
function isTurn({ fault, calls }) {
  return fault.nth === undefined || [fault.nth].flat().includes(calls)
}

/** @param {FaultMatch} fault @param {Seen} seen */
function matches(fault, seen) {
  const { operation, method, path, when } = fault
  return (
    (operation === undefined || [operation].flat().includes(seen.operation ?? '')) &&
    (method === undefined || [method].flat().includes(seen.method)) &&
    (path === undefined || path.test(seen.path)) &&
    (when === undefined || when(seen))
  )
}
