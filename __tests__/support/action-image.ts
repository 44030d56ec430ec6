import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TempFolder } from './git.ts'

export interface ImageOptions {
  /** As Go names them; by default this machine's. */
  readonly architecture?: string
  /** By default a busybox. */
  readonly files?: Readonly<Record<string, string>>
  /** Empty folders, and links by where they lie. */
  readonly folders?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
  /** Programs of this machine, each with the libraries that it needs. */
  readonly programs?: readonly string[]
  /** Content of `/bin/sh`, next to a whole busybox at `/bin/busybox`. */
  readonly shell?: string | Buffer
  /** Settings of the image: Env, Entrypoint, Volumes and the like. */
  readonly config?: Readonly<Record<string, unknown>>
}

export interface LoadedImage extends Disposable {
  readonly reference: string
}

const GO_NAMES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** An image for one test, made by hand (moby, image/spec/v1.2.md) and loaded; gone with `using`. */
export function loadImage(name: string, options: ImageOptions = {}): LoadedImage {
  const folder = new TempFolder()
  const reference = `confine-test/action-${name}:${String(process.pid)}`
  try {
    const root = folder.folder('root')
    mkdirSync(join(root, 'bin'))
    if (options.files === undefined) copyFileSync('/bin/busybox', join(root, 'bin/busybox'))
    if (options.files === undefined && options.shell === undefined) copyFileSync('/bin/busybox', join(root, 'bin/sh'))
    if (options.shell !== undefined) folder.write('root/bin/sh', options.shell, 0o755)
    for (const [path, content] of Object.entries(options.files ?? {})) folder.write(join('root', path), content)
    for (const path of options.folders ?? []) mkdirSync(join(root, path), { recursive: true })
    for (const program of options.programs ?? []) copyProgram(program, root)
    for (const [path, target] of Object.entries(options.links ?? {})) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(target, join(root, path))
    }
    docker(['load', '--quiet', '--input', pack(folder, reference, options)])
  } finally {
    folder.remove()
  }
  return { reference, [Symbol.dispose]: () => void docker(['image', 'rm', reference]) }
}

/** What `ldd` names, at the places where it is looked for. */
function copyProgram(program: string, root: string): void {
  const libraries = [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)]
  for (const path of [program, ...libraries.map(([, library = '']) => library)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    copyFileSync(path, join(root, path))
  }
}

function pack(folder: TempFolder, reference: string, { architecture, config }: ImageOptions): string {
  const layer = join(folder.path, 'layer.tar')
  execFileSync('tar', ['-C', join(folder.path, 'root'), '-cf', layer, '.'])
  const digest = createHash('sha256').update(readFileSync(layer)).digest('hex')
  const settings = {
    os: 'linux',
    architecture: architecture ?? GO_NAMES[process.arch] ?? process.arch,
    config: { Labels: { 'confine.test': '1' }, ...config },
    rootfs: { type: 'layers', diff_ids: [`sha256:${digest}`] },
    history: [{ created_by: 'a test' }],
  }
  folder.write('config.json', JSON.stringify(settings))
  folder.write(
    'manifest.json',
    JSON.stringify([{ Config: 'config.json', RepoTags: [reference], Layers: ['layer.tar'] }]),
  )
  const image = join(folder.path, 'image.tar')
  execFileSync('tar', ['-C', folder.path, '-cf', image, 'config.json', 'manifest.json', 'layer.tar'])
  return image
}

function docker(args: readonly string[]): string {
  return execFileSync('docker', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
