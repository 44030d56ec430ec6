import type { ClaimId } from '../../src/domain/claim.ts'
import type { ReportClaim } from '../../src/report/schema.ts'

type Row = readonly [
  id: ClaimId,
  statement: string,
  demanded: string,
  engine: string,
  host: string,
  inside: string,
  control: string | null,
  doesNotShow: string,
]

/** Worded and sized as the posture words them; an empty witness saw nothing. */
const ROWS: readonly Row[] = [
  [
    'network.none',
    'The container has no network interface but loopback.',
    'NetworkMode "none"',
    'NetworkMode none; networks: none',
    '/proc/4711/net/dev lists lo',
    'net/dev lists lo; no route',
    'net/dev lists eth0, lo',
    'Channels through shared CPU time, or through what the step prints.',
  ],
  [
    'rootfs.read-only',
    'The root file system refuses writes.',
    'ReadonlyRootfs',
    'ReadonlyRootfs true',
    'mountinfo of 4711: / is ro',
    'writing /x: Read-only file system',
    'writing /x succeeded',
    'That what the image holds can be trusted.',
  ],
  [
    'workspace.detached',
    "The host's checkout is the same before and after.",
    'overlay volume over the checkout, nothing of the host writable',
    'volume of type overlay; lowerdir is the checkout',
    '',
    'mountinfo: overlay on the checkout',
    null,
    'That nobody else changed the checkout meanwhile.',
  ],
  [
    'mounts.exact',
    'Nothing is mounted but what was demanded.',
    '1 volume, 2 tmpfs, default masks',
    'Mounts: 1 volume, 2 tmpfs',
    'mountinfo of 4711: 27 entries, all accounted for',
    'mountinfo: 27 entries, all accounted for',
    '28 entries, of which 1 undeclared',
    'The content of what is mounted.',
  ],
  [
    'user.non-root',
    'The step runs as uid 1001, without further groups.',
    'User "1001:127"',
    'User 1001:127',
    'Uid 1001 four times; Groups empty',
    'id: uid 1001, gid 127',
    'uid 0',
    "That the uid is unused on the engine's host.",
  ],
  [
    'capabilities.none',
    'No capability in any set, the bounding set included.',
    'CapDrop ALL',
    'CapDrop ALL; CapAdd empty; Privileged false',
    'CapInh, Prm, Eff, Bnd, Amb: 0',
    'CapInh, Prm, Eff, Bnd, Amb: 0',
    'CapBnd 00000000a80425fb',
    'Bugs of the kernel that need no capability.',
  ],
  [
    'privileges.no-new',
    'No program can gain privileges by being executed.',
    'no-new-privileges:true',
    'SecurityOpt has no-new-privileges',
    'NoNewPrivs 1',
    'NoNewPrivs 1',
    'NoNewPrivs 0',
    'That set-uid files do no harm elsewhere.',
  ],
  [
    'seccomp.filter',
    "System calls pass the engine's default filter.",
    "the engine's default profile",
    'SecurityOptions: name=seccomp,profile=default',
    'Seccomp 2, Seccomp_filters 1',
    'Seccomp 2',
    'Seccomp 0',
    'Which calls the filter refuses.',
  ],
  [
    'sockets.none',
    'No socket of the engine or of the runner is in reach.',
    'no socket among the mounts',
    'no mount of a socket',
    'net/unix is empty',
    'net/unix is empty; no /var/run/docker.sock',
    null,
    'Sockets that the step itself opens.',
  ],
  [
    'limits.memory',
    'At most 2 GiB of memory, swap included.',
    'Memory = MemorySwap = 2147483648',
    'Memory 2147483648; no warnings',
    'memory.max 2147483648; memory.swap.max 0',
    'memory.max 2147483648',
    'memory.max max',
    'Memory that the kernel uses on behalf of the step elsewhere.',
  ],
  [
    'limits.pids',
    'At most 512 processes and threads.',
    'PidsLimit 512',
    'PidsLimit 512',
    'pids.max 512',
    'pids.max 512',
    'pids.max max',
    '',
  ],
  [
    'limits.cpu',
    'At most 2 CPUs.',
    'NanoCpus 2000000000',
    'NanoCpus 2000000000',
    'cpu.max 200000 100000',
    'cpu.max 200000 100000',
    'cpu.max max 100000',
    'A fair share of caches and of memory bandwidth.',
  ],
  [
    'limits.time',
    'A kill is armed for each step.',
    '10 min for each step',
    '',
    '',
    '',
    null,
    'Wall-clock time inside of the container.',
  ],
  [
    'limits.output',
    'At most 1 MiB of output is kept of a step.',
    'log driver none, 1 MiB kept',
    'LogConfig none; Tty false',
    '',
    '',
    null,
    'That output which is kept means what it says.',
  ],
  [
    'environment.allowlist',
    'Only demanded variables enter.',
    '12 names',
    'Env: 12 names, as demanded',
    '',
    'export -p: 14 names, 2 of the shell',
    'CONFINE_CANARY seen',
    'Secrets in files of the checkout.',
  ],
  [
    'credentials.none',
    'No credential of the job is in the checkout.',
    'extraheader removed from .git/config',
    '',
    '',
    '.git/config: no extraheader, no include',
    'planted header found',
    "Secrets in the repository's history.",
  ],
  [
    'image.identity',
    'All containers were made from one image id.',
    'sha256:5d0da3dc9764',
    'Image sha256:5d0da3dc9764 for each container',
    '',
    '',
    null,
    'That the image is benign.',
  ],
  [
    'engine.faithful',
    'What the engine reports equals what was demanded.',
    '41 fields',
    'all 41 fields equal, no warnings',
    '',
    '',
    null,
    'That the engine itself is honest.',
  ],
  [
    'kernel.isolation',
    'Shares the kernel 6.8.0-1021-azure with the host.',
    'the default runtime',
    'Runtime runc',
    'boot_id as on the host',
    'osrelease 6.8.0-1021-azure',
    null,
    'Anything against a bug of the kernel.',
  ],
]

function claimOf([id, statement, demanded, engine, host, inside, control, doesNotShow]: Row): ReportClaim {
  const witnesses = [
    ['engine', engine],
    ['host', host],
    ['inside', inside],
  ] as const
  const seen = witnesses.filter(([, text]) => text !== '')
  const own =
    seen.length === 0
      ? [{ witness: 'confine' as const, seen: 'timer armed before release', stance: 'confirms' as const }]
      : []
  return {
    id,
    statement,
    demanded,
    observations: [...seen.map(([witness, text]) => ({ witness, seen: text, stance: 'confirms' as const })), ...own],
    control,
    verdict: 'proven',
    doesNotShow,
  }
}

/** All 19 claims, proven. */
export function provenClaims(): ReportClaim[] {
  return ROWS.map(claimOf)
}

/** The same, with changes to some. */
export function claimsWith(changes: Partial<Record<ClaimId, Partial<ReportClaim>>>): ReportClaim[] {
  return provenClaims().map((claim) => ({ ...claim, ...changes[claim.id] }))
}
