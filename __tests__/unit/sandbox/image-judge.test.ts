import { describe, expect, test } from '@jest/globals'
import { judgeImage } from '../../../src/sandbox/image-judge.ts'
import { imageTree } from '../../support/image-tree.ts'

const CHECKOUT = '/w/repo'
const PRELOADS = '/etc/ld.so.preload'
type Tree = Parameters<typeof imageTree>[0]

function judge(nodes: Tree, env: readonly string[] = ['PATH=/usr/bin:/bin']): Promise<string | null> {
  const { engine, look } = imageTree(nodes)
  return judgeImage(engine, 'keeper', look, { image: { reference: 'i:1', env }, checkout: CHECKOUT })
}

const ORDINARY: Tree = {
  '/bin': { to: '/usr/bin' },
  '/lib64': { to: '/usr/lib64' },
  '/usr/bin/sh': { to: 'dash' },
  '/usr/bin/dash': 'ELF',
  '/usr/lib64/ld-linux-x86-64.so.2': 'ELF',
}

describe('an image of which the branch would have files loaded before the proof', () => {
  const because = 'files of the branch would be loaded before the confinement is proven'
  test.each<readonly [told: string, nodes: Tree, env?: readonly string[]]>([
    ['sets LD_PRELOAD to a place in the checkout ("/w/repo/x.so")', {}, ['LD_PRELOAD=/w/repo/x.so']],
    ['has its /bin/sh at a place in the checkout ("/w/repo/sh")', { '/usr/bin/sh': { to: '/w/repo/sh' } }],
    ['has its /bin/sh at a place in the checkout', { '/bin': { to: '/w/repo/bin' } }],
    ['has its /bin/sh at a place below /proc or /dev', { '/usr/bin/sh': { to: '/proc/self/cwd/w/repo/sh' } }],
    ['has its /lib64/ld-linux-x86-64.so.2 at a place in the checkout', { '/lib64': { to: '/w/repo' } }],
    ['has its /lib/ld-musl-x86_64.so.1 at', { '/lib/ld-musl-x86_64.so.1': { to: '../w/repo/ld' } }],
    ['has its /usr/bin/bash at a place in the checkout', { '/usr/bin/bash': { to: '/w/repo/bash' } }],
    [
      'names in /etc/ld.so.preload a place in the checkout ("/app/x.so")',
      { '/app': { to: CHECKOUT }, [PRELOADS]: '/lib/a.so:/app/x.so\n' },
    ],
    ['names in /etc/ld.so.preload a relative place', { [PRELOADS]: '\tlib/x.so' }],
    ['names in /etc/ld.so.preload a place that depends on who looks', { [PRELOADS]: '$ORIGIN/x.so' }],
  ])('%s', async (told, nodes, ...[env]) => {
    const error = { code: 'image', message: expect.stringContaining(because) }
    await expect(judge({ ...ORDINARY, ...nodes }, env)).rejects.toMatchObject(error)
    await expect(judge({ ...ORDINARY, ...nodes }, env)).rejects.toThrow(`image i:1 ${told}`)
  })

  test.each(['pipe', 'folder', 'device'] as const)('a list of preloads that is a %s is not opened', async (kind) => {
    await expect(judge({ ...ORDINARY, [PRELOADS]: { kind } })).rejects.toThrow(`the image’s ${PRELOADS} is a ${kind}`)
  })
})

test('an ordinary image is let pass, with preloads of its own', async () => {
  expect(await judge(ORDINARY)).toBeNull()
  expect(await judge({})).toBeNull()
  const text = '# /w/repo/x.so\n/usr/lib/libarmmem-${PLATFORM}.so libfaketime.so.1 # ./y.so\n'
  expect(await judge({ ...ORDINARY, [PRELOADS]: text })).toBeNull()
  expect(await judge({ ...ORDINARY, [PRELOADS]: '\n' })).toBeNull()
  expect(await judge({ ...ORDINARY, [PRELOADS]: '' })).toBeNull()
})

test('one that looks for programs in the checkout gets a note', async () => {
  const nodes: Tree = { ...ORDINARY, '/app': { to: CHECKOUT } }
  expect(await judge(nodes, ['PATH=/app/bin:/usr/bin'])).toContain('(PATH: "/app/bin")')
})
