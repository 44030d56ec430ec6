// @ts-check
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedDebian } from './debian-tree.mjs'
import { must } from './run.mjs'

/**
 * Images on top of the Debian one that look as the official ones of their world do: same places, same variables. What
 * they hold comes from Debian packages.
 *
 * @typedef {{
 *   packages: readonly string[],
 *   arrange: (packages: string, root: string) => Promise<void>,
 *   settings: readonly string[],
 * }} Family
 */

const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Of the Go distribution, what builds and tests a package. */
const GO_LEFT_OUT = [
  'testdata',
  '*_test.go',
  './src/cmd',
  './pkg/linux_*/cmd',
  './pkg/tool/*/pprof',
  './pkg/tool/*/trace',
]

/** @type {Family} docker.io/library/golang */
const golang = {
  packages: ['golang-1.19-go', 'golang-1.19-src'],
  arrange: async (packages, root) => {
    const go = join(root, 'usr/local/go')
    mkdirSync(go, { recursive: true })
    for (const place of ['usr/lib/go-1.19', 'usr/share/go-1.19']) {
      const parts = place.startsWith('usr/lib') ? ['bin', 'pkg', 'VERSION'] : ['src', 'pkg']
      await copy(join(packages, place), go, parts, [
        ...GO_LEFT_OUT,
        ...(place.startsWith('usr/lib') ? ['./pkg/include'] : []),
      ])
    }
    for (const folder of ['go/src', 'go/bin']) {
      mkdirSync(join(root, folder), { recursive: true })
      chmodSync(join(root, folder), 0o1777)
    }
  },
  settings: [
    `ENV PATH=/go/bin:/usr/local/go/bin:${PATH} GOPATH=/go GOLANG_VERSION=1.19 GOTOOLCHAIN=local CGO_ENABLED=0`,
    'WORKDIR /go',
  ],
}

/** @type {Family} docker.io/library/eclipse-temurin, with JUnit as a project's own image would add it */
const java = {
  packages: ['openjdk-17-jdk-headless', 'openjdk-17-jre-headless', 'junit4', 'libhamcrest-java'],
  arrange: async (packages, root) => {
    const machines = join(packages, 'usr/lib/jvm')
    const machine = readdirSync(machines).find((name) => name.startsWith('java-17-openjdk-')) ?? ''
    for (const folder of ['opt/java/openjdk', 'opt/junit', 'etc']) mkdirSync(join(root, folder), { recursive: true })
    await copy(join(machines, machine), join(root, 'opt/java/openjdk'), ['bin', 'conf', 'lib', 'release'], [])
    await copy(join(packages, 'etc'), join(root, 'etc'), ['java-17-openjdk'], [])
    await copy(join(packages, 'usr/share/java'), join(root, 'opt/junit'), ['.'], [])
    writeFileSync(join(root, '__cacert_entrypoint.sh'), '#!/bin/sh\necho entry point; exec "$@"\n', { mode: 0o755 })
  },
  settings: [
    `ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:${PATH} LANG=C.UTF-8 LANGUAGE=en_US:en`,
    'ENV LC_ALL=C.UTF-8 MAVEN_CONFIG=/root/.m2',
    'ENTRYPOINT ["/__cacert_entrypoint.sh"]',
    'CMD ["jshell"]',
  ],
}

/** @type {Family} docker.io/library/python, with pytest */
const python = {
  packages: ['python3-pytest', 'python3-pluggy', 'python3-iniconfig', 'python3-packaging', 'python3-attr'],
  arrange: async (packages, root) => {
    for (const folder of ['usr/lib/python3', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true })
    await copy(join(packages, 'usr/lib/python3'), join(root, 'usr/lib/python3'), ['dist-packages'], [])
    for (const name of ['python', 'python3']) symlinkSync('/usr/bin/python3', join(root, 'usr/local/bin', name))
  },
  settings: [
    `ENV PATH=/usr/local/bin:${PATH} LANG=C.UTF-8 PYTHON_VERSION=3.11 PYTHONUNBUFFERED=1 PIP_CACHE_DIR=/root/.cache/pip`,
    'CMD ["python3"]',
  ],
}

/** @satisfies {Record<string, Family>} */
export const FAMILIES = { golang, java, python }

/**
 * What the engine's builder takes (Docker API, `POST /build`): a tar of a Dockerfile and the files that it adds.
 *
 * @param {Family} family
 * @param {string} folder an empty one of its own
 * @param {string} from reference of the image below
 * @param {string} label
 * @returns {Promise<string>} the tar's path
 */
export async function buildContext(family, folder, from, label) {
  const [packages, context] = [join(folder, 'packages'), join(folder, 'context')]
  mkdirSync(packages)
  mkdirSync(join(context, 'root'), { recursive: true })
  for (const file of await download(folder, family.packages)) await must('dpkg-deb', ['-x', file, packages])
  await family.arrange(packages, join(context, 'root'))
  const dockerfile = [`FROM ${from}`, `LABEL ${label}`, 'COPY root/ /', ...family.settings]
  writeFileSync(join(context, 'Dockerfile'), `${dockerfile.join('\n')}\n`)
  const tar = join(folder, 'context.tar')
  await must('tar', ['-C', context, '--numeric-owner', '--owner=0', '--group=0', '-cf', tar, '.'])
  return tar
}

/**
 * Packages of the Debian below, whatever this machine is: apt with lists of its own, and the source that the tree names.
 *
 * @param {string} folder
 * @param {readonly string[]} names
 */
async function download(folder, names) {
  const at = join(folder, 'apt')
  for (const name of ['lists/partial', 'cache/archives/partial', 'files'])
    mkdirSync(join(at, name), { recursive: true })
  const sources = await must('tar', ['-xOf', await cachedDebian(), './etc/apt/sources.list'], { output: 'back' })
  writeFileSync(join(at, 'sources'), sources.replaceAll(/^deb /gm, `deb [signed-by=${KEYS}] `))
  writeFileSync(join(at, 'status'), '')
  const settings = {
    'Dir::Etc::sourcelist': join(at, 'sources'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(at, 'lists'),
    'Dir::State::status': join(at, 'status'),
    'Dir::Cache': join(at, 'cache'),
    'APT::Sandbox::User': 'root',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await must('apt-get', [...options, 'update', '-q'], { output: 'back' })
  await must('apt-get', [...options, 'download', '-q', ...names], { cwd: join(at, 'files'), output: 'back' })
  return readdirSync(join(at, 'files')).map((name) => join(at, 'files', name))
}

/** Parts of a folder, by tar, which copies links as links and can leave things out. @param {string} from @param {string} to @param {readonly string[]} parts @param {readonly string[]} leftOut */
async function copy(from, to, parts, leftOut) {
  const exclude = leftOut.map((pattern) => `--exclude=${pattern}`)
  const pack = ['tar', '-C', from, ...exclude, '-cf', '-', ...parts.map((part) => `./${part}`)]
  await must('sh', ['-c', 'to=$1; shift; "$@" | tar -C "$to" -xf -', 'sh', to, ...pack])
}
