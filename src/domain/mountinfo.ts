/** One row of /proc/self/mountinfo (proc(5)). */
export interface MountRow {
  /** `major:minor` of the mounted file system: the same wherever it is mounted. */
  readonly device: string
  /** Path inside the source's file system. */
  readonly root: string
  readonly target: string
  /** Options of this mount, `ro` or `rw` first. */
  readonly options: readonly string[]
  /** Propagation and the like: `shared:1`. */
  readonly tags: readonly string[]
  readonly fsType: string
  /** Options of the file system. */
  readonly superOptions: readonly string[]
}

/** `null` when the row is not of the documented form. */
export function parseMountRow(row: string): MountRow | null {
  const dash = row.indexOf(' - ')
  if (dash < 0) return null
  const left = row.slice(0, dash).split(' ')
  const [fsType, , superOptions] = row.slice(dash + 3).split(' ')
  const [id, parent, device = '', root, target, options, ...tags] = left
  if (!/^\d+$/.test(id ?? '') || !/^\d+$/.test(parent ?? '') || !/^\d+:\d+$/.test(device)) return null
  if (root === undefined || target === undefined || options === undefined || fsType === undefined) return null
  return {
    device,
    root: unescape(root),
    target: unescape(target),
    options: options.split(','),
    tags,
    fsType,
    superOptions: (superOptions ?? '').split(',').map(unescape),
  }
}

/** Rows of such a file; what is of another form is left out. */
export function mountRows(text: string): readonly MountRow[] {
  return text.split('\n').flatMap((row) => parseMountRow(row) ?? [])
}

/** The kernel writes blank, tab, line end and backslash as three octal digits. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
