import { readFileSync } from 'node:fs'
import type { GateEvidence, HostView } from '../../src/domain/evidence.ts'
import type { Change } from './evidence.ts'

/** The evidence of one gate under gVisor (Debian's runsc of December 2022), on an engine and a machine as in the other. */
const TEXT = readFileSync(new URL('./evidence-runsc.json', import.meta.url), 'utf8')

export function gvisorEvidence(...changes: readonly Change[]): GateEvidence {
  return changes.reduce<GateEvidence>((draft, change) => change(draft), JSON.parse(TEXT))
}

/** A change to the host's view, which must be there. */
export function host(change: (view: HostView) => Partial<HostView>): Change {
  return (draft) => {
    if (draft.host.kind !== 'seen') throw new Error('the host saw nothing')
    return { ...draft, host: { ...draft.host, ...change(draft.host) } }
  }
}

/** Text in one of the host's files becomes another. */
export function hostText(file: keyof HostView['files'], from: RegExp, to: string): Change {
  return host(({ files }) => ({ files: { ...files, [file]: replaced(files[file], from, to) } }))
}

/** Text in the gofer's mounts becomes another. */
export function goferText(from: RegExp, to: string): Change {
  return (draft) => ({ ...draft, goferMounts: replaced(draft.goferMounts, from, to) })
}

function replaced(text: string | null, from: RegExp, to: string): string {
  if (text === null || !from.test(text)) throw new Error(`nothing is like ${String(from)}`)
  return text.replace(from, to)
}
