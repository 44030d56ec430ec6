import { readFileSync } from 'node:fs'
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

/** The fifth field of each line; blanks, tabs, line ends and backslashes in it are octal (proc(5), mountinfo). */
export function mountPoints(mountinfo: string): readonly string[] {
  return mountinfo
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .map((point) => point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8))))
}
