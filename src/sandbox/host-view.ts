import { open, readlink } from 'node:fs/promises'
import type { HostEvidence, HostFile, HostView, Namespace } from '../domain/evidence.ts'
import { mountRows } from '../domain/mountinfo.ts'

/** The longest of them lists mounts. */
const MAX_BYTES = 1024 * 1024

/** Where the kernel's own file systems are; tests have others. */
export interface KernelPlaces {
  readonly proc: string
  readonly cgroup: string
}
export const PLACES: KernelPlaces = { proc: '/proc', cgroup: '/sys/fs/cgroup' }

/**
 * Files of a control group by the probe's words: controller and name below its folder (kernel documentation, cgroup-v1
 * and cgroup-v2). The second version has one hierarchy, and no controller in its path.
 */
const LIMIT_FILES: Readonly<Record<string, readonly [controller: string, file: string]>> = {
  'memory-v1': ['memory', 'memory.limit_in_bytes'],
  'memory-swap-v1': ['memory', 'memory.memsw.limit_in_bytes'],
  'pids-v1': ['pids', 'pids.max'],
  'cpu-quota-v1': ['cpu', 'cpu.cfs_quota_us'],
  'cpu-period-v1': ['cpu', 'cpu.cfs_period_us'],
  'memory-v2': ['', 'memory.max'],
  'memory-swap-v2': ['', 'memory.swap.max'],
  'pids-v2': ['', 'pids.max'],
  'cpu-v2': ['', 'cpu.max'],
}

/**
 * What the kernel of this machine says of a container's first process, which neither image nor script can forge. Only
 * while its gate is shut, and only if its control group names the container: an engine elsewhere numbers its processes
 * as it likes, and the number may be somebody else's here. Never throws.
 */
export async function readHostView(
  pid: number | null,
  containerId: string,
  places: KernelPlaces = PLACES,
): Promise<HostEvidence> {
  if (pid === null || pid <= 0) return unavailable('the engine names no process')
  const folder = `${places.proc}/${String(pid)}`
  const groups = await textOf(`${folder}/cgroup`)
  if (groups === null || !namesContainer(groups, containerId)) {
    return unavailable(
      `process ${String(pid)} of this machine is not the container’s: the engine seems to run elsewhere`,
    )
  }
  const view: HostView = {
    kind: 'seen',
    pid,
    files: await filesOf(folder),
    cgroup: await limitsOf(groups, places.cgroup),
    namespaces: await namespacesOf(folder, places.proc),
    bootId: (await textOf(`${places.proc}/sys/kernel/random/boot_id`))?.trim() ?? null,
    ownDevices: devicesOf(await textOf(`${places.proc}/self/mountinfo`)),
  }
  // Its number may have gone to another process while it was read.
  const after = await textOf(`${folder}/cgroup`)
  return after === groups ? view : unavailable('the process ended while it was looked at')
}

/** As its last part, with what an engine's cgroup driver adds: `docker-ID.scope`. */
function namesContainer(groups: string, id: string): boolean {
  return groups.split('\n').some((row) => [id, `docker-${id}.scope`].includes(row.split('/').at(-1) ?? ''))
}

function unavailable(reason: string): HostEvidence {
  return { kind: 'unavailable', reason }
}

/** `null` for what can't be read whole. */
export async function textOf(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    const chunks: Buffer[] = []
    let bytes = 0
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, null)
      if (bytesRead === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(buffer.subarray(0, bytesRead))
      bytes += bytesRead
      if (bytes > MAX_BYTES) return null
    }
  } catch {
    return null
  }
}

function devicesOf(mountinfo: string | null): readonly string[] {
  return [...new Set(mountRows(mountinfo ?? '').map(({ device }) => device))]
}

async function filesOf(folder: string): Promise<HostView['files']> {
  const read = (file: HostFile) => textOf(`${folder}/${file}`)
  return {
    status: await read('status'),
    mountinfo: await read('mountinfo'),
    'net/dev': await read('net/dev'),
    limits: await read('limits'),
    uid_map: await read('uid_map'),
    gid_map: await read('gid_map'),
    cgroup: await read('cgroup'),
    'attr/current': await read('attr/current'),
  }
}

/** Folders of a process's control groups by controller, `` for the one hierarchy of version 2 (cgroups(7)). */
export function groupFolders(groups: string, root: string): ReadonlyMap<string, string> {
  const rows = groups.split('\n').flatMap((row) => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(row) ?? []
    if (path === '' || path.split('/').includes('..')) return []
    return controllers.split(',').map((name) => [name, `${root}${name === '' ? '' : `/${name}`}${path}`] as const)
  })
  return new Map(rows)
}

async function limitsOf(groups: string, root: string): Promise<HostView['cgroup']> {
  const folders = groupFolders(groups, root)
  const limits = Object.entries(LIMIT_FILES).map(async ([word, [controller, file]]) => {
    const folder = folders.get(controller)
    const text = folder === undefined ? null : await textOf(`${folder}/${file}`)
    return text === null ? [] : [[word, text.trim()] as const]
  })
  return Object.fromEntries((await Promise.all(limits)).flat())
}

async function namespacesOf(folder: string, proc: string): Promise<HostView['namespaces']> {
  const compare = (name: Namespace) => compareLinks(folder, proc, name)
  return {
    cgroup: await compare('cgroup'),
    ipc: await compare('ipc'),
    mnt: await compare('mnt'),
    net: await compare('net'),
    pid: await compare('pid'),
    user: await compare('user'),
    uts: await compare('uts'),
  }
}

async function compareLinks(folder: string, proc: string, name: Namespace): Promise<'own' | 'shared' | null> {
  try {
    const [theirs, ours] = await Promise.all([readlink(`${folder}/ns/${name}`), readlink(`${proc}/self/ns/${name}`)])
    return theirs === ours ? 'shared' : 'own'
  } catch {
    return null
  }
}
