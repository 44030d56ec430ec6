import { asArray, asBoolean, asNumber, asRecord, asString, asStrings } from '../domain/decode.ts'

/** What claims read of an inspect answer. Everything may be missing, a list too: a missing fact confirms nothing. */
export interface InspectedFacts {
  readonly id: string | null
  readonly imageId: string | null
  readonly running: boolean | null
  readonly execIds: readonly string[] | null
  readonly user: string | null
  readonly env: readonly string[] | null
  readonly tty: boolean | null
  readonly networkDisabled: boolean | null
  readonly networkMode: string | null
  readonly networks: readonly string[] | null
  readonly readonlyRootfs: boolean | null
  readonly privileged: boolean | null
  readonly capAdd: readonly string[] | null
  readonly capDrop: readonly string[] | null
  readonly securityOptions: readonly string[] | null
  readonly memory: number | null
  readonly memorySwap: number | null
  readonly pidsLimit: number | null
  readonly nanoCpus: number | null
  readonly namespaceModes: Readonly<Record<NamespaceMode, string | null>>
  /** How many devices, device requests and device rules were added; `null` when one of the lists is no list. */
  readonly addedDevices: number | null
  readonly appArmorProfile: string | null
  readonly processLabel: string | null
  readonly logType: string | null
  readonly runtime: string | null
  readonly mounts: readonly InspectedMount[] | null
  readonly ulimits: readonly { readonly name: string; readonly hard: number }[]
}

/** Fields of the engine's HostConfig. */
export type NamespaceMode = 'PidMode' | 'IpcMode' | 'UTSMode' | 'UsernsMode' | 'CgroupnsMode'

export interface InspectedMount {
  readonly type: string | null
  /** Volume name for a volume, else the source's path. */
  readonly source: string | null
  readonly target: string | null
  readonly writable: boolean | null
}

export function decodeInspected(inspected: unknown): InspectedFacts {
  const all = asRecord(inspected)
  const config = asRecord(all['Config'])
  const host = asRecord(all['HostConfig'])
  const networks = asRecord(all['NetworkSettings'])['Networks']
  return {
    id: asString(all['Id']),
    imageId: asString(all['Image']),
    running: asBoolean(asRecord(all['State'])['Running']),
    execIds: stringsOf(all['ExecIDs']),
    user: asString(config['User']),
    env: stringsOf(config['Env']),
    tty: asBoolean(config['Tty']),
    networkDisabled: asBoolean(config['NetworkDisabled']),
    networkMode: asString(host['NetworkMode']),
    networks: typeof networks === 'object' && networks !== null ? Object.keys(networks) : null,
    readonlyRootfs: asBoolean(host['ReadonlyRootfs']),
    privileged: asBoolean(host['Privileged']),
    capAdd: stringsOf(host['CapAdd']),
    capDrop: stringsOf(host['CapDrop']),
    securityOptions: stringsOf(host['SecurityOpt']),
    memory: asNumber(host['Memory']),
    memorySwap: asNumber(host['MemorySwap']),
    pidsLimit: asNumber(host['PidsLimit']),
    nanoCpus: asNumber(host['NanoCpus']),
    namespaceModes: modesOf(host),
    addedDevices: countOf(host, ['Devices', 'DeviceRequests', 'DeviceCgroupRules']),
    appArmorProfile: asString(all['AppArmorProfile']),
    processLabel: asString(all['ProcessLabel']),
    logType: asString(asRecord(host['LogConfig'])['Type']),
    runtime: asString(host['Runtime']),
    mounts: Array.isArray(all['Mounts']) ? all['Mounts'].map(decodeMount) : null,
    ulimits: asArray(host['Ulimits']).flatMap(decodeUlimit),
  }
}

/** Go writes an empty list as `null`. A field that is not there, or of another kind, tells nothing. */
function stringsOf(value: unknown): readonly string[] | null {
  if (value === null) return []
  const strings = asStrings(value)
  return Array.isArray(value) && strings.length === value.length ? strings : null
}

function decodeMount(mount: unknown): InspectedMount {
  const fields = asRecord(mount)
  const type = asString(fields['Type'])
  const source = asString(type === 'volume' ? fields['Name'] : fields['Source'])
  return { type, source, target: asString(fields['Destination']), writable: asBoolean(fields['RW']) }
}

function decodeUlimit(ulimit: unknown): { name: string; hard: number }[] {
  const name = asString(asRecord(ulimit)['Name'])
  const hard = asNumber(asRecord(ulimit)['Hard'])
  return name === null || hard === null ? [] : [{ name, hard }]
}

function modesOf(host: Readonly<Record<string, unknown>>): InspectedFacts['namespaceModes'] {
  const mode = (name: NamespaceMode) => asString(host[name])
  return {
    PidMode: mode('PidMode'),
    IpcMode: mode('IpcMode'),
    UTSMode: mode('UTSMode'),
    UsernsMode: mode('UsernsMode'),
    CgroupnsMode: mode('CgroupnsMode'),
  }
}

function countOf(host: Readonly<Record<string, unknown>>, names: readonly string[]): number | null {
  const lists = names.map((name) => host[name])
  if (lists.some((list) => list !== null && !Array.isArray(list))) return null
  return lists.reduce<number>((sum, list) => sum + asArray(list).length, 0)
}
