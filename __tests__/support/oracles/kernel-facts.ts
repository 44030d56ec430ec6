import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { all, fields, isWhole, listed, mountOf, wordsOf, type Raw } from './raw.ts'

/** Whether raw rows carry something, as a strict reader sees it. These read what the inside and the host both tell. */
export type Oracle = (raw: Raw, evidence: GateEvidence) => boolean

const PAGE = 4096

/** A row of the second version leaves the first without a say. */
function version(raw: Raw, v2: readonly string[], holdsV2: () => boolean, holdsV1: () => boolean): boolean {
  return v2.some((word) => raw.rows(word).length > 0) ? holdsV2() : holdsV1()
}

export const memory: Oracle = (raw, { demand: { memoryBytes } }) => {
  const isRight = (value: string): boolean =>
    isWhole(value) && Number(value) <= memoryBytes && Number(value) > memoryBytes - PAGE
  return version(
    raw,
    ['memory-v2', 'memory-swap-v2'],
    () => all(raw.rows('memory-v2'), isRight) && all(raw.rows('memory-swap-v2'), (value) => value === '0'),
    () => all(raw.rows('memory-v1'), isRight) && all(raw.rows('memory-swap-v1'), isRight),
  )
}

export const pids: Oracle = (raw, { demand: { pidsLimit } }) => {
  const isRight = (value: string): boolean => value === String(pidsLimit)
  return version(
    raw,
    ['pids-v2'],
    () => all(raw.rows('pids-v2'), isRight),
    () => all(raw.rows('pids-v1'), isRight),
  )
}

export const cpu: Oracle = (raw, { demand: { cpus } }) => {
  const isRight = (quota = '', period = ''): boolean =>
    isWhole(quota) && isWhole(period) && Math.abs(Number(quota) - cpus * Number(period)) <= Number(period) / 1000
  return version(
    raw,
    ['cpu-v2'],
    () => all(raw.rows('cpu-v2'), (value) => value.split(' ').length === 2 && isRight(...value.split(' '))),
    () => all(raw.rows('cpu-quota-v1'), (quota) => all(raw.rows('cpu-period-v1'), (period) => isRight(quota, period))),
  )
}

export const fileSize: Oracle = (raw, { demand: { fileBytes } }) => {
  const name = 'Max file size'
  const rows = raw.rows('limit').filter((row) => row.startsWith(name))
  return all(rows, (row) => wordsOf(row.slice(name.length))[1] === String(fileBytes))
}

export const loopbackOnly: Oracle = (raw) => {
  const devices = listed(raw.rows('device'), ['Inter-|', ' face |'])
  return devices !== null && all(devices, (row) => row.trimStart().startsWith('lo:'))
}

/** A row that is none could be that of any place. */
const mountsAt = (raw: Raw, place: string) =>
  raw
    .rows('mount')
    .map(mountOf)
    .filter((row) => row === null || row.target === place)

export const readOnlyRoot: Oracle = (raw) => all(mountsAt(raw, '/'), (row) => row?.option === 'ro')

export const overlayWorkspace: Oracle = (raw, { demand }) =>
  all(
    mountsAt(raw, demand.workspacePath),
    (row) => row?.fsType === 'overlay' && row.superOptions.some((option) => option.startsWith('upperdir=')),
  )

export const user: Oracle = (raw, { demand }) => {
  const { uid, gid } = demand.user
  const four = (id: number) => (ids: string) => ids === [id, id, id, id].join(' ')
  return (
    uid !== 0 &&
    all(fields(raw, 'Uid'), four(uid)) &&
    all(fields(raw, 'Gid'), four(gid)) &&
    all(fields(raw, 'Groups'), (groups) => wordsOf(groups).every((group) => group === String(gid)))
  )
}

export const capabilities: Oracle = (raw) =>
  ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].every((name) =>
    all(fields(raw, name), (value) => value === '0'.repeat(16)),
  )

export const noNewPrivileges: Oracle = (raw) => all(fields(raw, 'NoNewPrivs'), (value) => value === '1')

export const filterMode: Oracle = (raw) => all(fields(raw, 'Seccomp'), (mode) => mode === '2')

export const label: Oracle = (raw) =>
  all(raw.rows('lsm'), (row) => row.replaceAll('\0', '').trim() === 'docker-default (enforce)')
