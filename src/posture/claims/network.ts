import { plural } from '../../domain/units.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import type { KernelView } from '../kernel-view.ts'
import { observeBoth, type Sight, type Witnesses } from '../witnesses.ts'

export function networkNone(witnesses: Witnesses): ClaimDraft {
  const { probe, inspected } = witnesses
  const routes = (): Sight =>
    probe.routes === null
      ? { seen: 'routes could not be read', agrees: null }
      : { seen: plural(probe.routes.length, 'IPv4 route'), agrees: probe.routes.length === 0 }
  return {
    id: 'network.none',
    statement: 'The container has no network interface but its own loopback.',
    demanded: 'network mode none',
    observations: [
      // No network at all is only believed of a container that takes no part in the engine's networking.
      observeFact('engine', 'networks', inspected.networks, (names) =>
        names.length === 0 ? inspected.networkDisabled === true : names.every((name) => name === 'none'),
      ),
      observeFact('engine', 'network mode', inspected.networkMode, (mode) => mode === 'none'),
      ...observeBoth(witnesses, (view) =>
        view.witness === 'host' ? interfaces(view) : both(interfaces(view), routes()),
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That nothing leaves: what a step prints is published, and timing can carry a signal.',
  }
}

function interfaces({ devices }: KernelView): Sight {
  if (devices === null || devices.length === 0) return { seen: 'interfaces could not be read', agrees: null }
  return { seen: `interfaces ${devices.join(', ')}`, agrees: devices.every((name) => name === 'lo') }
}

function both(first: Sight, second: Sight): Sight {
  const agrees = first.agrees === null || second.agrees === null ? null : first.agrees && second.agrees
  return { seen: `${first.seen}; ${second.seen}`, agrees }
}

export function socketsNone({ probe, inspected }: Witnesses): ClaimDraft {
  const bound = probe.unixSockets
  const mounted = inspected.mounts
    ?.filter(({ source }) => source?.endsWith('.sock') === true)
    .map(({ source }) => source)
  const looked = probe.socketsScanned && bound !== null
  return {
    id: 'sockets.none',
    statement: 'No unix socket of the host, the engine’s among them, was found in the container.',
    demanded: 'no mount of a socket',
    observations: [
      observeFact('engine', 'mounts of sockets:', mounted, (sources) => sources.length === 0),
      observe(
        'inside',
        looked
          ? `${plural(probe.socketFiles.length, 'socket file')}, ${plural(bound.length, 'bound socket')}`
          : 'sockets could not be listed',
        looked ? probe.socketFiles.length === 0 && bound.length === 0 : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow:
      'Socket files in places other than /run, /tmp and HOME; folders of the input mounts are looked through once, before the first step.',
  }
}
