// @ts-check
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cachedDebian, DEBIAN_RECIPE } from './debian-tree.mjs'
import { need } from './need.mjs'
import { must, run } from './run.mjs'

/**
 * How a test image comes to be: `inputs` is everything that decides its content, `build` writes its tar into `folder`
 * and answers with the tar's path.
 *
 * @typedef {{ inputs: () => string, build: (folder: string) => Promise<string> }} Recipe
 */

const PASSWD = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n'
const GROUP = 'root:x:0:\nnogroup:x:65534:\n'
const BUSYBOX = '/bin/busybox'
// Numbers, not names, and no times: the same tar wherever it is made.
const PLAIN_TAR = ['--sort=name', '--mtime=@0', '--numeric-owner', '--owner=0', '--group=0']

/** One static binary: starts in no time, and its `sh` is neither bash nor dash. */
const busybox = {
  inputs: () => `${fileHash(BUSYBOX)} ${PASSWD} ${GROUP} v1`,
  /** @param {string} folder */
  build: async (folder) => {
    const root = join(folder, 'busybox')
    for (const name of ['bin', 'etc', 'root', 'tmp', 'var']) mkdirSync(join(root, name), { recursive: true })
    copyFileSync(BUSYBOX, join(root, 'bin/busybox'))
    const applets = (await must(BUSYBOX, ['--list'], { output: 'back' })).split('\n')
    for (const applet of applets.filter((name) => name !== '' && name !== 'busybox')) {
      symlinkSync('busybox', join(root, 'bin', applet))
    }
    writeFileSync(join(root, 'etc/passwd'), PASSWD)
    writeFileSync(join(root, 'etc/group'), GROUP)
    await must('chmod', ['1777', join(root, 'tmp')])
    const tar = join(folder, 'busybox.tar')
    await must('tar', [...PLAIN_TAR, '-C', root, '-cf', tar, '.'])
    return tar
  },
}

/** What most projects' images are like: bash, git, make, python3, perl. */
const debian = { inputs: () => DEBIAN_RECIPE, build: () => cachedDebian() }

/** The Debian image with the Node and the npm that run this script. */
const node = {
  inputs: () => `${DEBIAN_RECIPE} ${process.version} ${fileHash(process.execPath)} v1`,
  /** @param {string} folder */
  build: async (folder) => {
    const root = join(folder, 'node')
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
    cpSync(findNpm(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
    for (const name of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
    }
    const tar = join(folder, 'node.tar')
    copyFileSync(await cachedDebian(), tar)
    // New paths only: the engine refuses a tar that names a folder twice.
    const added = ['bin/node', 'bin/npm', 'bin/npx', 'lib/node_modules'].map((path) => `./usr/local/${path}`)
    await must('tar', [...PLAIN_TAR, '-C', root, '-rf', tar, ...added])
    return tar
  },
}

/** @satisfies {Record<string, Recipe>} */
export const RECIPES = { busybox, debian, node }

/** @typedef {keyof typeof RECIPES} ImageName */

/** Installs what the recipes' inputs and builds need. @param {readonly ImageName[]} names */
export async function needFor(names) {
  if (names.includes('busybox')) await need(['busybox-static'])
  // Without the keys, which Ubuntu lacks, debootstrap takes unsigned packages.
  if (names.some((name) => name !== 'busybox')) await need(['debootstrap', 'debian-archive-keyring'])
  if (names.includes('node')) await refuseSharedNode()
}

/** A distribution's node is a small starter of a shared library, which the image wouldn't have. */
async function refuseSharedNode() {
  const { output } = await run('ldd', [process.execPath], { output: 'back' })
  if (output.includes('libnode'))
    throw new Error(`${process.execPath} needs libnode: run this with a Node from nodejs.org`)
}

function findNpm() {
  const beside = resolve(dirname(realpathSync(process.execPath)), '../lib/node_modules/npm')
  if (existsSync(beside)) return beside
  throw new Error(`no npm beside ${process.execPath}: run this with a Node from nodejs.org`)
}

/** @param {string} path */
function fileHash(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
