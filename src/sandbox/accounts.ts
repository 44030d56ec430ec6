import type { UserIds } from '../domain/profile.ts'

export interface AccountFiles {
  readonly passwd: Buffer
  readonly group: Buffer
  readonly userName: string
}

const ROOT_PASSWD = 'root:x:0:0:root:/root:/bin/sh'
const ROOT_GROUP = 'root:x:0:'
const OWN_NAME = 'confine'

/**
 * Account files in which the step's user has a name, and the home that its environment says: `whoami`, ssh, git and
 * Node's `os.userInfo()` fail for a uid without one. The image's own accounts stay (passwd(5), group(5)).
 */
export function accountFiles(
  image: { passwd: string | null; group: string | null },
  user: UserIds,
  home: string,
): AccountFiles {
  const passwd = lines(image.passwd, ROOT_PASSWD)
  const group = lines(image.group, ROOT_GROUP)
  const known = passwd.map((line) => line.split(':')).find((fields) => fields[2] === String(user.uid))
  const userName = known?.[0] === undefined || known[0] === '' ? freeName(passwd) : known[0]
  const shell = known?.[6] ?? '/bin/sh'
  const own = [userName, 'x', String(user.uid), String(user.gid), '', home, shell].join(':')
  const others = passwd.filter((line) => line.split(':')[2] !== String(user.uid))
  const groupKnown = group.some((line) => line.split(':')[2] === String(user.gid))
  const ownGroup = groupKnown ? [] : [`${freeName(group)}:x:${String(user.gid)}:`]
  return { passwd: join([own, ...others]), group: join([...ownGroup, ...group]), userName }
}

function lines(text: string | null, fallback: string): readonly string[] {
  const found = (text ?? '').split('\n').filter((line) => line.includes(':'))
  return found.length === 0 ? [fallback] : found
}

function freeName(taken: readonly string[]): string {
  const names = new Set(taken.map((line) => line.split(':')[0]))
  for (let n = 0; ; n += 1) {
    const name = n === 0 ? OWN_NAME : `${OWN_NAME}${String(n)}`
    if (!names.has(name)) return name
  }
}

function join(all: readonly string[]): Buffer {
  return Buffer.from(`${all.join('\n')}\n`)
}
