import { readFileSync } from 'node:fs'
import { mountRows } from '../domain/mountinfo.ts'
import { isWithin } from '../plan/places.ts'

/**
 * What is mounted below a folder of this machine, such as a cache of a job container. An overlay shows of its lower
 * directory one file system only: the folders that these are mounted on would be empty (kernel, overlayfs.rst).
 */
export function innerMounts(folder: string): readonly string[] {
  return mountPoints(readFileSync('/proc/self/mountinfo', 'utf8')).filter(
    (point) => point !== folder && isWithin(point, folder),
  )
}

export function mountPoints(mountinfo: string): readonly string[] {
  return mountRows(mountinfo).map(({ target }) => target)
}
