/** A release number, without what a distribution adds to it. */
export interface ComponentVersion {
  /** `[1, 2, 8]`; calendar versions are `[20250319, 0]`. */
  readonly numbers: readonly number[]
  /** `rc.3` is `{ rank: 4, number: 3 }`; `null` for the release itself, which comes after all of them. */
  readonly preRelease: { readonly rank: number; readonly number: number } | null
  /** Something follows the number: a distribution's, a vendor's or a developer's build. */
  readonly suffixed: boolean
}

/** From what comes earliest. Words that are not here (`ce`, `dfsg1`, `ubuntu1`) say nothing of the order. */
const PRE_RELEASES = ['dev', 'alpha', 'beta', 'pre', 'rc']

/** Longer text is nobody's version. */
const LONGEST = 128

/** Docker's `docker-v29.0.0`, gVisor's `release-20250319.0`, and the epoch of Debian's `5:28.0.4-1`. */
const NUMBERS = /^(?:\d{1,3}:)?(?:docker-|release-)?v?(\d{1,9}(?:\.\d{1,9}){0,3})(?![0-9])/
/** After the number: Debian writes `~rc1`, semantic versions `-rc.1`, Gentoo `_rc1`, Void `rc1`; old Docker `-ce-rc1`. */
const PRE_RELEASE = /^(?:-(?:ce|ee))?[-~_.]?(dev|alpha|beta|pre|rc)\.?(\d*)(?![a-z0-9])/i

/**
 * Reads a version as engines give it. What follows the number and is no pre-release is left aside: `+dfsg1`, `~ds1`,
 * `-0ubuntu1~24.04.1`, `-3-g51d5e94` of `git describe`.
 * @returns `null` for what holds no version
 */
export function parseVersion(text: string): ComponentVersion | null {
  if (text.length > LONGEST) return null
  const [word = ''] = text.trim().split(/\s/, 1)
  const match = NUMBERS.exec(word)
  if (match === null) return null
  const rest = word.slice(match[0].length)
  const numbers = (match[1] ?? '').split('.').map(Number)
  const [whole = '', name, number = ''] = PRE_RELEASE.exec(rest) ?? []
  if (name !== undefined) {
    const preRelease = { rank: PRE_RELEASES.indexOf(name.toLowerCase()), number: Number(number) }
    return { numbers, preRelease, suffixed: whole !== rest }
  }
  // "1.2x" is no number that anybody publishes, and "1.2.3.4.5" says more than is understood here.
  if (!/^(?:$|[-+~_]|\.\D)/.test(rest)) return null
  return { numbers, preRelease: null, suffixed: rest !== '' }
}

/** gVisor's releases are dates, which Debian writes as `0.0~20221219.0`. */
export function parseCalendarVersion(text: string): ComponentVersion | null {
  if (text.length > LONGEST) return null
  const match = /(?<![0-9])(20\d{6})(?:\.(\d{1,6}))?(?![0-9])/.exec(text)
  if (match === null) return null
  const suffixed = !/^(?:release-)?$/.test(text.slice(0, match.index)) || match.index + match[0].length < text.length
  return { numbers: [Number(match[1]), Number(match[2] ?? 0)], preRelease: null, suffixed }
}

/** Negative when `a` is the earlier one, 0 when they are the same release. A total order. */
export function compareVersions(a: ComponentVersion, b: ComponentVersion): number {
  const places = Math.max(a.numbers.length, b.numbers.length)
  for (let place = 0; place < places; place += 1) {
    const difference = (a.numbers[place] ?? 0) - (b.numbers[place] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.preRelease === null || b.preRelease === null) {
    return Number(a.preRelease === null) - Number(b.preRelease === null)
  }
  return a.preRelease.rank - b.preRelease.rank || a.preRelease.number - b.preRelease.number
}

/** Both belong to one line of releases: `1.2.x`. */
export function sameLine(a: ComponentVersion, b: ComponentVersion): boolean {
  return a.numbers[0] === b.numbers[0] && (a.numbers[1] ?? 0) === (b.numbers[1] ?? 0)
}
