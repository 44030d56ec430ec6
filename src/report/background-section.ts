import { changedWords, ignoredWords } from './changed-words.ts'
import { cleanTitle } from './clean-text.ts'
import type { Detail } from './detail.ts'
import { code, details, plain, row, table } from './markdown.ts'
import type { Report } from './schema.ts'
import { weaknessesFact } from './weakness-section.ts'
import { formatBytes, formatCount, formatDuration } from '../domain/units.ts'

type Fact = readonly [name: string, markdown: string]

const VALUE = 600

/** All that identifies the run, in full, folded. */
export function backgroundFold(report: Report, detail: Detail): string {
  if (!detail.background) return ''
  const facts = [
    ...subjectFacts(report),
    ...imageFacts(report),
    ...engineFacts(report),
    ...workspaceFacts(report),
    ...profileFacts(report),
    ...runFacts(report),
  ]
  const rows = facts.map(([name, markdown]) => row([name, markdown]))
  return details('Commit, image, engine and limits', table(['What', 'Value'], ['left', 'left'], rows))
}

const text = (value: string): string => plain(cleanTitle(value, VALUE))

const codes = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : values.map((value) => code(cleanTitle(value, VALUE))).join(' ')

function subjectFacts({ subject }: Report): Fact[] {
  const { tested } = subject
  const head: Fact = ['Head', `${code(subject.headSha)}${subject.fork ? ', from a fork' : ''}`]
  if (tested === null) return [head]
  return [
    head,
    ['Tested', `${code(tested.sha)} (${tested.relation})`],
    ['Tree', code(tested.tree)],
    ['Not as in the commit, before the first step', `${changedWords(tested) ?? 'nothing'}${ignoredWords(tested)}`],
  ]
}

function imageFacts({ image }: Report): Fact[] {
  if (image === null) return []
  return [
    ['Image', code(cleanTitle(image.reference, VALUE))],
    ['Registry digest', image.digest === null ? 'none, a local image' : code(cleanTitle(image.digest, VALUE))],
    ['Local id', `${code(image.id)}, ${text(image.platform)}, ${image.origin === 'local' ? 'was there' : 'pulled'}`],
  ]
}

function engineFacts({ engine }: Report): Fact[] {
  if (engine === null) return []
  return [
    ['Engine', text(`${engine.version}, API ${engine.apiVersion}, ${engine.endpoint}`)],
    ['Kernel', text(`${engine.kernel}, cgroup v${engine.cgroupVersion}`)],
    ['Runtime', text(`${engine.runtime}, ${engine.runtimeVersion}`)],
    ['Security options', codes(engine.securityOptions)],
    ['Known weaknesses', weaknessesFact(engine.knownWeaknesses)],
  ]
}

function workspaceFacts({ workspace }: Report): Fact[] {
  if (workspace === null) return []
  const notes: Fact[] = workspace.notes.map((note) => ['Note on the workspace', text(note)])
  return [
    ['Workspace', `${workspace.method}: ${text(workspace.reason)}`],
    ['Credentials removed', codes(workspace.scrubbed)],
    ...notes,
  ]
}

function profileFacts({ profile }: Report): Fact[] {
  if (profile === null) return []
  const sizes = `memory ${formatBytes(profile.memoryBytes)}, /tmp ${formatBytes(profile.tmpBytes)}, /dev/shm ${formatBytes(profile.shmBytes)}`
  const rest = `files ${formatBytes(profile.fileBytes)}, output kept ${formatBytes(profile.outputBytes)}`
  return [
    ['User', text(`${profile.user}, ${profile.userSource}`)],
    ['Limits', `${sizes}, ${rest}, ${String(profile.cpus)} CPUs, ${formatCount(profile.pidsLimit)} processes`],
    ['Environment', codes(profile.environment)],
    ['Extra mounts', codes(profile.mounts.map(({ source, target }) => `${source}:${target}`))],
  ]
}

function runFacts({ run, tool }: Report): Fact[] {
  const took = formatDuration(Date.parse(run.finishedAt) - Date.parse(run.startedAt))
  return [
    ['Workflow', `${text(run.workflow)}, job ${text(run.job)}`],
    ['Time', `${code(run.startedAt)}, took ${took}`],
    ['Confine', code(tool.version)],
  ]
}
