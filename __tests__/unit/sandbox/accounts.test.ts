import { describe, expect, test } from '@jest/globals'
import { accountFiles } from '../../../src/sandbox/accounts.ts'

const IDS = { uid: 1000, gid: 1000 }
const HOME = '/home/confine'
const ROOT = 'root:x:0:0:root:/root:/bin/bash\n'

function files(passwd: string | null, group: string | null = null, ids = IDS) {
  const made = accountFiles({ passwd, group }, ids, HOME)
  return { passwd: made.passwd.toString(), group: made.group.toString(), userName: made.userName }
}

describe('the account of the step', () => {
  const own = `confine:x:1000:1000::${HOME}:/bin/sh\n`
  test.each<[name: string, passwd: string | null, wanted: string, userName: string]>([
    ['an image without accounts', null, `${own}root:x:0:0:root:/root:/bin/sh\n`, 'confine'],
    ['an empty file', '\n\n', `${own}root:x:0:0:root:/root:/bin/sh\n`, 'confine'],
    ['no account for the uid', ROOT, own + ROOT, 'confine'],
    ['a last line without an end', ROOT.trimEnd(), own + ROOT, 'confine'],
    [
      'an account for the uid: its name and shell stay, its home is the step’s',
      `${ROOT}node:x:1000:1000:Node:/home/node:/bin/zsh\n`,
      `node:x:1000:1000::${HOME}:/bin/zsh\n${ROOT}`,
      'node',
    ],
    [
      'two accounts for the uid',
      'a:x:1000:5::/a:/bin/a\nb:x:1000:6::/b:/bin/b\n',
      `a:x:1000:1000::${HOME}:/bin/a\n`,
      'a',
    ],
    [
      'a taken name',
      'confine:x:7:7::/:/bin/x\n',
      `confine1:x:1000:1000::${HOME}:/bin/sh\nconfine:x:7:7::/:/bin/x\n`,
      'confine1',
    ],
    ['an account without a name', ':x:1000:1000::/:/bin/x\n', `confine:x:1000:1000::${HOME}:/bin/x\n`, 'confine'],
    ['a line of another form', `# a comment\n${ROOT}`, own + ROOT, 'confine'],
  ])('%s', (_, passwd, wanted, userName) => {
    expect(files(passwd)).toMatchObject({ passwd: wanted, userName })
  })

  test('comes first: the first entry of a uid counts', () => {
    expect(files(`${ROOT}z:x:1000:1:::\n`).passwd.split('\n')[0]).toMatch(/^z:x:1000:1000:/)
  })
})

describe('the group of the step', () => {
  test.each<[name: string, group: string | null, wanted: string]>([
    ['none in the image', null, 'confine:x:1000:\nroot:x:0:\n'],
    ['not there', 'root:x:0:\nwww:x:33:\n', 'confine:x:1000:\nroot:x:0:\nwww:x:33:\n'],
    ['there', 'root:x:0:\nnode:x:1000:\n', 'root:x:0:\nnode:x:1000:\n'],
    ['a taken name', 'confine:x:5:\n', 'confine1:x:1000:\nconfine:x:5:\n'],
  ])('%s', (_, group, wanted) => {
    expect(files(ROOT, group).group).toBe(wanted)
  })
})
