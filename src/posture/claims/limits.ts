import { formatBytes, formatDuration } from '../../domain/units.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import { observeBoth, type Sight, type Witnesses } from '../witnesses.ts'

const PAGE = 4096

/** The kernel rounds a limit down to whole pages. */
const samePages = (text: string, bytes: number): boolean =>
  /^\d+$/.test(text) && Math.floor(Number(text) / PAGE) === Math.floor(bytes / PAGE)

export function limitsMemory(witnesses: Witnesses): ClaimDraft {
  const { inspected, demand } = witnesses
  const bytes = demand.memoryBytes
  return {
    id: 'limits.memory',
    statement: `The step’s processes and its tmpfs may use ${formatBytes(bytes)} of memory together, without swap.`,
    demanded: `${formatBytes(bytes)} (${String(bytes)} bytes) of memory, no swap`,
    observations: [
      observeFact('engine', 'memory', inspected.memory, (value) => value === bytes),
      observeFact('engine', 'memory and swap', inspected.memorySwap, (value) => value === bytes),
      ...observeBoth(witnesses, ({ cgroup }) => memoryOf(cgroup, bytes)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Memory that the kernel holds on the step’s behalf and does not charge.',
  }
}

function memoryOf(cgroup: ReadonlyMap<string, string>, bytes: number): Sight {
  const v2 = cgroup.get('memory-v2')
  if (v2 !== undefined) {
    const swap = cgroup.get('memory-swap-v2')
    const agrees = swap === undefined ? null : samePages(v2, bytes) && swap === '0'
    return { seen: `memory.max ${v2}, memory.swap.max ${swap ?? 'could not be read'}`, agrees }
  }
  const v1 = cgroup.get('memory-v1')
  const both = cgroup.get('memory-swap-v1')
  if (v1 === undefined || both === undefined) return { seen: 'the limits could not be read', agrees: null }
  return { seen: `memory limit ${v1}, with swap ${both}`, agrees: samePages(v1, bytes) && samePages(both, bytes) }
}

export function limitsPids(witnesses: Witnesses): ClaimDraft {
  const { inspected, demand } = witnesses
  return {
    id: 'limits.pids',
    statement: `The step may have ${String(demand.pidsLimit)} processes and threads at a time.`,
    demanded: `${String(demand.pidsLimit)} processes and threads`,
    observations: [
      observeFact('engine', 'pids limit', inspected.pidsLimit, (value) => value === demand.pidsLimit),
      ...observeBoth(witnesses, ({ cgroup }) => {
        const max = cgroup.get('pids-v2') ?? cgroup.get('pids-v1')
        if (max === undefined) return { seen: 'pids.max could not be read', agrees: null }
        return { seen: `pids.max ${max}`, agrees: max === String(demand.pidsLimit) }
      }),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That this many is enough.',
  }
}

export function limitsCpu(witnesses: Witnesses): ClaimDraft {
  const { inspected, demand } = witnesses
  return {
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
      ...observeBoth(witnesses, ({ cgroup }) => quotaOf(cgroup, demand.cpus)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'A fair share beside the runner’s other processes.',
  }
}

/** The engine turns CPUs into microseconds of a period, whole ones. */
function quotaOf(cgroup: ReadonlyMap<string, string>, demanded: number): Sight {
  const v2 = cgroup.get('cpu-v2')?.split(' ')
  const [quota, period] = v2 ?? [cgroup.get('cpu-quota-v1'), cgroup.get('cpu-period-v1')]
  if (quota === undefined || period === undefined) return { seen: 'the quota could not be read', agrees: null }
  const numbers = [quota, period].every((value) => /^\d+$/.test(value))
  const cpus = Number(quota) / Number(period)
  return { seen: `quota ${quota} of ${period} µs`, agrees: numbers && Math.abs(cpus - demanded) <= 0.001 }
}

export function limitsTime({ evidence, demand }: Witnesses): ClaimDraft {
  return {
    id: 'limits.time',
    statement: `A timer of Confine’s kills the step’s container ${formatDuration(demand.timeoutMs)} after its release.`,
    demanded: formatDuration(demand.timeoutMs),
    observations: [
      observe(
        'confine',
        evidence.deadlineArmed ? 'it is set right before the release' : 'no timer',
        evidence.deadlineArmed,
      ),
    ],
    needs: ['confine'],
    doesNotShow:
      'CPU time, for the clock runs on while the machine is busy; nor that Confine’s own process lives to keep it.',
  }
}

export function limitsOutput(witnesses: Witnesses): ClaimDraft {
  const { evidence, inspected, demand } = witnesses
  const fsize = inspected.ulimits.find((ulimit) => ulimit.name === 'fsize')?.hard
  return {
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
      ...observeBoth(witnesses, ({ limits }) => fileSizeOf(limits, demand.fileBytes)),
    ],
    needs: ['confine', 'engine', 'inside'],
    doesNotShow:
      'A quota on the engine’s disk, which many files can fill: a step is killed at a floor of free space, where Confine can look at that disk.',
  }
}

function fileSizeOf(limits: readonly string[], bytes: number): Sight {
  const rows = limits.filter((line) => line.startsWith('Max file size'))
  const hard = rows.length === 1 ? /^Max file size\s+(\S+)\s+(\S+)/.exec(rows[0] ?? '')?.[2] : undefined
  if (hard === undefined) return { seen: 'file size limit could not be read', agrees: null }
  return { seen: `file size limit ${hard}`, agrees: hard === String(bytes) }
}
