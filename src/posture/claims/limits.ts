import type { Observation } from '../../domain/claim.ts'
import { judgeClaim, observe, observeFact } from '../judge-claim.ts'
import { formatBytes, formatDuration } from '../../domain/units.ts'
import type { Witnesses } from '../witnesses.ts'

const PAGE = 4096

/** The kernel rounds a limit down to whole pages. */
const samePages = (text: string, bytes: number): boolean =>
  /^\d+$/.test(text) && Math.floor(Number(text) / PAGE) === Math.floor(bytes / PAGE)

export function limitsMemory({ probe, inspected, demand }: Witnesses) {
  const bytes = demand.memoryBytes
  return judgeClaim({
    id: 'limits.memory',
    statement: `The step’s processes and its tmpfs may use ${formatBytes(bytes)} of memory together, without swap.`,
    demanded: `${formatBytes(bytes)} (${String(bytes)} bytes) of memory, no swap`,
    observations: [
      observeFact('engine', 'memory', inspected.memory, (value) => value === bytes),
      observeFact('engine', 'memory and swap', inspected.memorySwap, (value) => value === bytes),
      memoryInside(probe.cgroup, bytes),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Memory that the kernel holds on the step’s behalf and does not charge.',
  })
}

function memoryInside(cgroup: ReadonlyMap<string, string>, bytes: number): Observation {
  const v2 = cgroup.get('memory-v2')
  if (v2 !== undefined) {
    const swap = cgroup.get('memory-swap-v2')
    const agrees = swap === undefined ? null : samePages(v2, bytes) && swap === '0'
    return observe('inside', `memory.max ${v2}, memory.swap.max ${swap ?? 'could not be read'}`, agrees)
  }
  const v1 = cgroup.get('memory-v1')
  const both = cgroup.get('memory-swap-v1')
  if (v1 === undefined || both === undefined) return observe('inside', 'the limits could not be read', null)
  return observe('inside', `memory limit ${v1}, with swap ${both}`, samePages(v1, bytes) && samePages(both, bytes))
}

export function limitsPids({ probe, inspected, demand }: Witnesses) {
  const inside = probe.cgroup.get('pids-v2') ?? probe.cgroup.get('pids-v1')
  return judgeClaim({
    id: 'limits.pids',
    statement: `The step may have ${String(demand.pidsLimit)} processes and threads at a time.`,
    demanded: `${String(demand.pidsLimit)} processes and threads`,
    observations: [
      observeFact('engine', 'pids limit', inspected.pidsLimit, (value) => value === demand.pidsLimit),
      observeFact('inside', 'pids.max', inside, (value) => value === String(demand.pidsLimit)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That this many is enough.',
  })
}

export function limitsCpu({ probe, inspected, demand }: Witnesses) {
  const v2 = probe.cgroup.get('cpu-v2')?.split(' ')
  const quota = v2?.[0] ?? probe.cgroup.get('cpu-quota-v1')
  const period = v2?.[1] ?? probe.cgroup.get('cpu-period-v1')
  const numbers = [quota, period].every((value) => value !== undefined && /^\d+$/.test(value))
  const cpus = Number(quota) / Number(period)
  const known = quota !== undefined && period !== undefined
  return judgeClaim({
    id: 'limits.cpu',
    statement: `The step may use ${String(demand.cpus)} CPUs.`,
    demanded: `${String(demand.cpus)} CPUs`,
    observations: [
      observeFact(
        'engine',
        'billionths of a CPU',
        inspected.nanoCpus,
        (value) => value === Math.round(demand.cpus * 1e9),
      ),
      // The engine turns CPUs into microseconds of a period, whole ones.
      observe(
        'inside',
        known ? `quota ${quota} of ${period} µs` : 'the quota could not be read',
        known ? numbers && Math.abs(cpus - demand.cpus) <= 0.001 : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'A fair share beside the runner’s other processes.',
  })
}

export function limitsTime({ evidence, demand }: Witnesses) {
  return judgeClaim({
    id: 'limits.time',
    statement: `The step’s container is killed ${formatDuration(demand.timeoutMs)} after its release.`,
    demanded: formatDuration(demand.timeoutMs),
    observations: [
      observe(
        'confine',
        evidence.deadlineArmed ? 'a timer that kills it is set right before the release' : 'no timer',
        evidence.deadlineArmed,
      ),
    ],
    needs: ['confine'],
    doesNotShow: 'CPU time; the clock runs on while the machine is busy.',
  })
}

export function limitsOutput({ evidence, inspected, demand, probe }: Witnesses) {
  const fsize = inspected.ulimits.find((ulimit) => ulimit.name === 'fsize')?.hard
  const row = probe.limits.find((line) => line.startsWith('Max file size'))
  const inside = row === undefined ? undefined : /^Max file size\s+(\S+)\s+(\S+)/.exec(row)?.[2]
  return judgeClaim({
    id: 'limits.output',
    statement: `${formatBytes(demand.outputBytes)} of output are kept, the engine stores none, and no file grows beyond ${formatBytes(demand.fileBytes)}.`,
    demanded: `keep ${formatBytes(demand.outputBytes)}, no engine log, files up to ${formatBytes(demand.fileBytes)} (${String(demand.fileBytes)} bytes)`,
    observations: [
      observe(
        'confine',
        `the collector keeps ${formatBytes(evidence.outputLimit)}`,
        evidence.outputLimit === demand.outputBytes,
      ),
      observeFact('engine', 'log driver', inspected.logType, (type) => type === 'none'),
      observeFact('engine', 'file size limit', fsize, (value) => value === demand.fileBytes),
      observeFact('inside', 'file size limit', inside, (value) => value === String(demand.fileBytes)),
    ],
    needs: ['confine', 'engine', 'inside'],
    doesNotShow: 'A quota on the engine’s disk: many files of that size can fill it.',
  })
}
