import type { GateClaimId } from '../../domain/claim.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import type { Witnesses } from '../witnesses.ts'
import { gvisorMountsExact, gvisorRootfsReadOnly, gvisorWorkspaceDetached } from './gvisor-files.ts'
import {
  gvisorCapabilitiesNone,
  gvisorDevicesMinimal,
  gvisorLsmProfile,
  gvisorNamespacesPrivate,
  gvisorPrivilegesNoNew,
  gvisorSeccompFilter,
  gvisorUserNonRoot,
} from './gvisor-rights.ts'
import { limitsCpu, limitsMemory, limitsOutput, limitsPids } from './limits.ts'
import { networkNone } from './network.ts'

/**
 * Claims that are judged otherwise under gVisor. What its kernel does not show is said to be not observable, and neither
 * passes nor fails; where the host sees the same thing of the sandbox's process, the host takes the inside's place.
 */
export const GVISOR_JUDGES: Partial<Readonly<Record<GateClaimId, (witnesses: Witnesses) => ClaimDraft>>> = {
  'network.none': gvisorNetworkNone,
  'rootfs.read-only': gvisorRootfsReadOnly,
  'workspace.detached': gvisorWorkspaceDetached,
  'mounts.exact': gvisorMountsExact,
  'user.non-root': gvisorUserNonRoot,
  'capabilities.none': gvisorCapabilitiesNone,
  'privileges.no-new': gvisorPrivilegesNoNew,
  'seccomp.filter': gvisorSeccompFilter,
  'lsm.profile': gvisorLsmProfile,
  'namespaces.private': gvisorNamespacesPrivate,
  'devices.minimal': gvisorDevicesMinimal,
  'limits.memory': (witnesses) => byHost(limitsMemory(witnesses)),
  'limits.pids': gvisorLimitsPids,
  'limits.cpu': (witnesses) => byHost(limitsCpu(witnesses)),
  'limits.output': gvisorLimitsOutput,
  'kernel.isolation': gvisorKernelIsolation,
}

/** The host sees it of the sandbox's process; what the inside shows of it, if anything, must not contradict. */
function byHost(draft: ClaimDraft): ClaimDraft {
  const observations = draft.observations.map((seen) =>
    seen.witness === 'inside' && seen.stance === 'silent'
      ? observe('inside', 'not observable under this runtime', null)
      : seen,
  )
  return { ...draft, observations, needs: ['engine', 'host'] }
}

/** Its stack may show loopback only, whatever the engine gives it: the sandbox's own network namespace tells. */
function gvisorNetworkNone(witnesses: Witnesses): ClaimDraft {
  const draft = networkNone(witnesses)
  const observations = draft.observations.map((seen) =>
    seen.witness === 'inside' && seen.stance === 'confirms'
      ? observe('inside', `${seen.seen} (of gVisor’s own network stack)`, null)
      : seen,
  )
  return { ...draft, observations, needs: ['engine', 'host'] }
}

function gvisorLimitsPids(witnesses: Witnesses): ClaimDraft {
  const draft = byHost(limitsPids(witnesses))
  const most = String(witnesses.demand.pidsLimit)
  return {
    ...draft,
    statement: `The sandbox may have ${most} processes and threads at a time, those of gVisor itself among them.`,
    doesNotShow: 'That this many is enough: each process of the step takes several, and gVisor ends when none is left.',
  }
}

/** The limit of a file's size is kept by gVisor's kernel; the host's processes have none. */
function gvisorLimitsOutput(witnesses: Witnesses): ClaimDraft {
  const draft = limitsOutput(witnesses)
  const observations = draft.observations
    .filter((seen) => seen.witness !== 'host')
    .map((seen) =>
      seen.witness === 'inside' && seen.stance === 'silent'
        ? observe('inside', 'file size limit not observable under this runtime', null)
        : seen,
    )
  const doesNotShow = `${draft.doesNotShow} The file size limit is the runtime’s to keep, and can’t be seen from outside of it.`
  return { ...draft, observations, needs: ['confine', 'engine'], doesNotShow }
}

function gvisorKernelIsolation({ identity, inspected, engine, demand, inside, host }: Witnesses): ClaimDraft {
  const runtime = demand.runtime ?? engine.defaultRuntime
  const sameBoot = host?.bootId !== null && host?.bootId === inside.bootId
  return {
    id: 'kernel.isolation',
    statement: `gVisor: steps run on a kernel of its own, which is a process of the host’s kernel ${engine.kernel}.`,
    demanded: demand.runtime === null ? `the engine’s default runtime, ${runtime}` : `runtime ${runtime}`,
    observations: [
      observeFact('engine', 'runtime', inspected.runtime, (name) => name === runtime),
      observe('engine', identity.engine.seen, identity.engine.says === 'gvisor'),
      observe('host', identity.host.seen, identity.host.says === 'gvisor'),
      // Nothing that is printed inside speaks for it; the host's own boot would speak against it.
      observe(
        'inside',
        sameBoot ? 'the step’s kernel is this host’s, by its boot' : 'not asked',
        sameBoot ? false : null,
      ),
    ],
    needs: ['engine', 'host'],
    doesNotShow: 'How strong gVisor’s barrier is: a fault in it and one in the host’s kernel together are a way out.',
  }
}
