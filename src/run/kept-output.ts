import type { ReportOutput } from '../report/schema.ts'
import type { StepRecord } from '../sandbox/step-container.ts'

/** A step's kept bytes as the report holds them: decoded whole, so that a character cut in two is not shown as rubbish. */
export function reportOutput(output: NonNullable<StepRecord['output']>): ReportOutput {
  const { stdout, stderr, droppedBytes, complete } = output
  const joined = droppedBytes === 0
  const head = joined ? Buffer.concat([output.head, output.tail]) : output.head
  return {
    stdout: { ...stdout },
    stderr: { ...stderr },
    head: joined ? head.toString('utf8') : withoutTornEnd(head).toString('utf8'),
    tail: joined ? '' : withoutTornBegin(output.tail).toString('utf8'),
    droppedBytes,
    complete,
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** UTF-8 (RFC 3629): at most three continuation bytes follow a lead byte. */
function withoutTornBegin(bytes: Buffer): Buffer {
  let at = 0
  while (at < 3 && isContinuation(bytes[at])) at += 1
  return bytes.subarray(at)
}

function withoutTornEnd(bytes: Buffer): Buffer {
  let at = bytes.length - 1
  while (at > bytes.length - 4 && isContinuation(bytes[at])) at -= 1
  const lead = bytes[at] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return at + length > bytes.length ? bytes.subarray(0, at) : bytes
}
