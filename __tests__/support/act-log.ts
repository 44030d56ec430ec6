import { asRecord, asString } from '../../src/domain/decode.ts'

export interface ActStep {
  /** of the main stage: `success`, `failure`, `skipped`; null when it never ended */
  readonly result: string | null
  readonly outputs: Readonly<Record<string, string>>
  /** what it printed, workflow commands apart */
  readonly output: string
}

export interface ActJob {
  readonly result: string | null
  readonly steps: Readonly<Record<string, ActStep>>
}

/** One line of `act --json`, of which only these fields matter here. */
interface Line {
  readonly job: string | null
  readonly jobResult: string | null
  readonly step: string | null
  readonly stage: string | null
  readonly stepResult: string | null
  readonly output: { readonly name: string; readonly value: string } | null
  readonly printed: string | null
}

/** What `act --json` says of each job and of the main stage of each of its steps, by job id and by step name. */
export function parseActLog(log: string): Readonly<Record<string, ActJob>> {
  const jobs: Record<string, ActJob> = {}
  for (const line of log.split('\n').flatMap(parseLine)) {
    if (line.job === null) continue
    const job = (jobs[line.job] ??= { result: null, steps: {} })
    const result = line.jobResult ?? job.result
    const steps = line.step === null || line.stage !== 'Main' ? job.steps : withLine(job.steps, line.step, line)
    jobs[line.job] = { result, steps }
  }
  return jobs
}

function withLine(steps: ActJob['steps'], name: string, line: Line): ActJob['steps'] {
  const step = steps[name] ?? { result: null, outputs: {}, output: '' }
  const outputs = line.output === null ? step.outputs : { ...step.outputs, [line.output.name]: line.output.value }
  return {
    ...steps,
    [name]: { result: line.stepResult ?? step.result, outputs, output: step.output + (line.printed ?? '') },
  }
}

function parseLine(text: string): Line[] {
  if (!text.startsWith('{')) return []
  const json = asRecord(JSON.parse(text))
  const [name, value] = [asString(json['name']), asString(json['arg'])]
  return [
    {
      job: asString(json['jobID']),
      jobResult: asString(json['jobResult']),
      step: asString(json['step']),
      stage: asString(json['stage']),
      stepResult: asString(json['stepResult']),
      output: json['command'] === 'set-output' && name !== null && value !== null ? { name, value } : null,
      printed: json['raw_output'] === true ? asString(json['msg']) : null,
    },
  ]
}
