import { judgeClaim, observe, observeFact } from '../judge-claim.ts'
import type { Witnesses } from '../witnesses.ts'

export function networkNone({ probe, inspected }: Witnesses) {
  const { devices, routes } = probe
  const alone = devices !== null && devices.length > 0 && routes !== null
  return judgeClaim({
    id: 'network.none',
    statement: 'The container has no network interface but its own loopback.',
    demanded: 'network mode none',
    observations: [
      observeFact('engine', 'networks', inspected.networks, (names) => names.length === 1 && names[0] === 'none'),
      observeFact('engine', 'network mode', inspected.networkMode, (mode) => mode === 'none'),
      observe(
        'inside',
        `interfaces ${alone ? devices.join(', ') : 'could not be read'}; ${routes === null ? 'routes could not be read' : `${String(routes.length)} IPv4 routes`}`,
        alone ? devices.every((name) => name === 'lo') && routes.length === 0 : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'That nothing leaves: what a step prints is published, and timing can carry a signal.',
  })
}

export function socketsNone({ probe, inspected }: Witnesses) {
  const bound = probe.unixSockets
  const mounted = inspected.mounts
    ?.filter(({ source }) => source?.endsWith('.sock') === true)
    .map(({ source }) => source)
  const looked = probe.socketsScanned && bound !== null
  return judgeClaim({
    id: 'sockets.none',
    statement: 'No unix socket of the host, the engine’s among them, was found in the container.',
    demanded: 'no mount of a socket',
    observations: [
      observeFact('engine', 'mounts of sockets:', mounted, (sources) => sources.length === 0),
      observe(
        'inside',
        looked
          ? `${String(probe.socketFiles.length)} socket files, ${String(bound.length)} bound sockets`
          : 'sockets could not be listed',
        looked ? probe.socketFiles.length === 0 && bound.length === 0 : null,
      ),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Sockets in places other than /run, /tmp and HOME; the mounts are listed under mounts.exact.',
  })
}
