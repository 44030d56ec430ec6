import type { ContainerDemand } from '../domain/demand.ts'
import type { Step } from '../domain/step.ts'
import { containerRequest, type GateWords } from './container-request.ts'

/** Where the control's canary lies: its own workspace, for the real one is not given to it. */
export const CONTROL_WORKSPACE = '/confine-control'
const EXTRA_MOUNT = '/confine-control-mount'
const SOCKET = '/run/confine-control.sock'

/** In place of a step: its gate is never opened. */
const NO_STEP: Step = {
  index: 0,
  id: 'control',
  name: 'control',
  run: 'exit 97',
  workingDirectory: '.',
  timeoutMs: 0,
  env: {},
  shell: 'auto',
  stdin: null,
  continueOnError: false,
}

export interface ControlPlace {
  /** Name of a network without a way out. */
  readonly network: string
  /** Absolute path of a socket of Confine's own; `null` where the engine could not see it. */
  readonly socket: string | null
}

/**
 * The create request of the control: the step's own probe in a container that is unconfined on purpose, each demand
 * dropped or turned round. It gets neither the checkout nor the job's environment, no step and no way out. Pure.
 */
export function controlRequest(
  demand: ContainerDemand,
  words: GateWords,
  probe: string,
  { network, socket }: ControlPlace,
) {
  const looking = { ...demand, workspacePath: CONTROL_WORKSPACE }
  return {
    ...containerRequest(looking, NO_STEP, words, probe),
    // The engine refuses one beside the host's own name.
    Hostname: undefined,
    NetworkDisabled: false,
    User: '0:0',
    Env: ['CONFINE_CONTROL=1'],
    HostConfig: {
      NetworkMode: network,
      ReadonlyRootfs: false,
      SecurityOpt: ['seccomp=unconfined', 'apparmor=unconfined', 'label=disable'],
      UTSMode: 'host',
      CgroupnsMode: 'host',
      Devices: [{ PathOnHost: '/dev/null', PathInContainer: '/dev/confine-control', CgroupPermissions: 'r' }],
      AutoRemove: false,
      RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
      LogConfig: { Type: 'none', Config: {} },
      // One where nothing was asked for, and one that is no layer where the workspace should be.
      Tmpfs: { [EXTRA_MOUNT]: 'size=65536', [demand.workspacePath]: 'size=65536' },
      Mounts: socket === null ? [] : [{ Type: 'bind', Source: socket, Target: SOCKET, ReadOnly: true }],
      ...(demand.runtime === null ? {} : { Runtime: demand.runtime }),
    },
  }
}
