import type { GateClaimId } from '../../../src/domain/claim.ts'
import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { all } from './raw.ts'

type Answer = (inspected: unknown, evidence: GateEvidence) => boolean

/** What is at a path of an answer, names joined by dots; `undefined` where nothing is. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined
  }, value)
}

const is =
  (path: string, wanted: unknown): Answer =>
  (inspected) =>
    at(inspected, path) === wanted
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
const listOf = (inspected: unknown, path: string): readonly unknown[] => {
  const list = at(inspected, path)
  return Array.isArray(list) ? list : []
}
const optionsOf = (inspected: unknown, start: string): readonly unknown[] =>
  listOf(inspected, 'HostConfig.SecurityOpt').filter((option) => String(option).startsWith(start))
const sourceOf = (mount: unknown): unknown => at(mount, at(mount, 'Type') === 'volume' ? 'Name' : 'Source')

const isDemanded = (mount: unknown, { demand }: GateEvidence): boolean =>
  demand.tmpfs.some(({ target }) => target === at(mount, 'Destination')) ||
  demand.mounts.some(
    ({ type, source, target, readOnly }) =>
      target === at(mount, 'Destination') &&
      type === at(mount, 'Type') &&
      source === sourceOf(mount) &&
      (!readOnly || at(mount, 'RW') === false),
  )

const mountsExact: Answer = (inspected, evidence) => {
  const mounts = listOf(inspected, 'Mounts')
  const targets = mounts.map((mount) => at(mount, 'Destination'))
  const isThere = ({ target }: { readonly target: string }): boolean => targets.includes(target)
  return all(mounts, (mount) => isDemanded(mount, evidence)) && evidence.demand.mounts.every(isThere)
}

const workspace: Answer = (inspected, evidence) => {
  const mounts = listOf(inspected, 'Mounts').filter(
    (mount) => at(mount, 'Destination') === evidence.demand.workspacePath,
  )
  return mounts.some((mount) => isDemanded(mount, evidence))
}

const environment: Answer = (inspected, { demand }) => {
  const names = listOf(inspected, 'Config.Env').map((line) => String(line).split('=', 1)[0] ?? '')
  const own = ['PATH', 'HOSTNAME', 'PWD', 'OLDPWD', 'SHLVL', '_', ...demand.imageEnvNames]
  const wanted = Object.keys(demand.env)
  return (
    all(names, (name) => own.includes(name) || wanted.includes(name)) && wanted.every((name) => names.includes(name))
  )
}

const fileSize: Answer = (inspected, { demand }) => {
  const limits = listOf(inspected, 'HostConfig.Ulimits').filter((limit) => at(limit, 'Name') === 'fsize')
  return all(limits, (limit) => at(limit, 'Hard') === demand.fileBytes)
}

const both =
  (...answers: readonly Answer[]): Answer =>
  (inspected, evidence) =>
    answers.every((answer) => answer(inspected, evidence))

/** What of a claim the engine's answer must carry. `null`: it says nothing of it. */
export const ENGINE: Readonly<Record<GateClaimId, Answer | null>> = {
  'network.none': both(is('HostConfig.NetworkMode', 'none'), (inspected) => {
    const networks = at(inspected, 'NetworkSettings.Networks')
    const without = at(inspected, 'Config.NetworkDisabled') === true ? '' : 'none'
    return typeof networks === 'object' && networks !== null && ['none', without].includes(Object.keys(networks).join())
  }),
  'rootfs.read-only': is('HostConfig.ReadonlyRootfs', true),
  'workspace.detached': workspace,
  'mounts.exact': mountsExact,
  'user.non-root': is('Config.User', '1000:1000'),
  'capabilities.none': both(
    is('HostConfig.Privileged', false),
    (inspected) => listOf(inspected, 'HostConfig.CapDrop').includes('ALL'),
    (inspected) => isNothing(at(inspected, 'HostConfig.CapAdd')),
  ),
  'privileges.no-new': (inspected) => {
    const words = ['', ':true', '=true'].map((end) => `no-new-privileges${end}`)
    const options = optionsOf(inspected, 'no-new-privileges')
    return options.length === 1 && words.includes(String(options[0]))
  },
  'seccomp.filter': (inspected, { demand }) =>
    optionsOf(inspected, 'seccomp').join('\n') === `seccomp=${demand.seccomp.profile}`,
  'lsm.profile': is('AppArmorProfile', 'docker-default'),
  'namespaces.private': both(
    ...['PidMode', 'UTSMode', 'UsernsMode'].map((mode) => is(`HostConfig.${mode}`, '')),
    ...['IpcMode', 'CgroupnsMode'].map((mode) => is(`HostConfig.${mode}`, 'private')),
  ),
  'devices.minimal': both(
    is('HostConfig.Privileged', false),
    ...['Devices', 'DeviceRequests', 'DeviceCgroupRules'].map(
      (name): Answer =>
        (inspected) =>
          isNothing(at(inspected, `HostConfig.${name}`)),
    ),
  ),
  'sockets.none': (inspected) =>
    Array.isArray(at(inspected, 'Mounts')) &&
    listOf(inspected, 'Mounts').every((mount) => !String(sourceOf(mount)).endsWith('.sock')),
  'limits.memory': (inspected, { demand: { memoryBytes } }) =>
    ['Memory', 'MemorySwap'].every((name) => at(inspected, `HostConfig.${name}`) === memoryBytes),
  'limits.pids': (inspected, { demand }) => at(inspected, 'HostConfig.PidsLimit') === demand.pidsLimit,
  'limits.cpu': (inspected, { demand }) => at(inspected, 'HostConfig.NanoCpus') === demand.cpus * 1e9,
  'limits.time': null,
  'limits.output': both(is('HostConfig.LogConfig.Type', 'none'), fileSize),
  'environment.allowlist': environment,
  'credentials.none': null,
  'image.identity': (inspected, { resolvedImageId }) => at(inspected, 'Image') === resolvedImageId,
  'engine.faithful': both(
    is('State.Running', true),
    (inspected, { containerId }) => at(inspected, 'Id') === containerId,
    (inspected) => isNothing(at(inspected, 'ExecIDs')),
    (inspected, { sent }) => JSON.stringify(at(inspected, 'Config.Cmd')) === JSON.stringify(at(sent, 'Cmd')),
  ),
  'kernel.isolation': is('HostConfig.Runtime', 'runc'),
}
