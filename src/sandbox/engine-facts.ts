import { asArray, asNumber, asRecord, asString, asStrings } from '../domain/decode.ts'
import type { EngineFacts, RuntimeEntry } from '../domain/evidence.ts'
import { EngineError } from './engine.ts'

/** Reads `GET /info` and `GET /version`. What a claim rests on must be there; the rest may be "unknown". */
export function decodeEngineFacts(endpoint: string, info: unknown, version: unknown): EngineFacts {
  const i = asRecord(info)
  const v = asRecord(version)
  const engineVersion = asString(v['Version'])
  const runtimes = Object.entries(asRecord(i['Runtimes'])).slice(0, 64)
  if (engineVersion === null) throw new EngineError('describe engine', 200, 'the answer is not that of a Docker engine')
  return {
    endpoint,
    version: engineVersion,
    apiVersion: asString(v['ApiVersion']) ?? 'unknown',
    cpus: asNumber(i['NCPU']) ?? 0,
    kernel: asString(v['KernelVersion']) ?? asString(i['KernelVersion']) ?? 'unknown',
    rootDir: asString(i['DockerRootDir']),
    cgroupVersion: asString(i['CgroupVersion']) ?? 'unknown',
    defaultRuntime: asString(i['DefaultRuntime']) ?? 'unknown',
    runtimes: runtimes.map(([name]) => name),
    runtimeEntries: Object.fromEntries(runtimes.map(([name, entry]) => [name, runtimeEntry(entry)])),
    components: componentVersions(v['Components']),
    securityOptions: asStrings(i['SecurityOptions']),
    platform: `${asString(v['Os']) ?? asString(i['OSType']) ?? 'unknown'}/${architecture(v, i)}`,
  }
}

/** Moby's `types.Runtime`: `path` and `runtimeArgs`, or since 23.0 `runtimeType`. */
function runtimeEntry(entry: unknown): RuntimeEntry {
  const fields = asRecord(entry)
  return {
    path: asString(fields['path']),
    args: asStrings(fields['runtimeArgs']),
    type: asString(fields['runtimeType']),
  }
}

function componentVersions(components: unknown): Record<string, string> {
  const versions: Record<string, string> = {}
  for (const component of asArray(components).slice(0, 32)) {
    const name = asString(asRecord(component)['Name'])
    const version = asString(asRecord(component)['Version'])
    if (name !== null && version !== null) versions[name.toLowerCase()] = version
  }
  return versions
}

/** `/version` speaks Go's names (`amd64`), `/info` the kernel's (`x86_64`). */
function architecture(version: Record<string, unknown>, info: Record<string, unknown>): string {
  const kernelNames: Record<string, string> = { x86_64: 'amd64', aarch64: 'arm64', armv7l: 'arm', i686: '386' }
  const named = asString(version['Arch'])
  if (named !== null) return named
  const kernelName = asString(info['Architecture']) ?? 'unknown'
  return kernelNames[kernelName] ?? kernelName
}
