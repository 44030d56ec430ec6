import { fewNames, plural } from '../../domain/units.ts'
import { observe, observeFact, type ClaimDraft } from '../judge-claim.ts'
import { diffDemand } from '../diff-demand.ts'
import { observeHost, type Sight, type Witnesses } from '../witnesses.ts'

/** Set by the engine or by the shell itself; they carry nothing of the job. */
const OWN_NAMES = ['PATH', 'HOSTNAME', 'PWD', 'OLDPWD', 'SHLVL', '_']

export function environmentAllowlist({ probe, inspected, demand }: Witnesses): ClaimDraft {
  const demanded = Object.keys(demand.env)
  const allowed = new Set([...demanded, ...demand.imageEnvNames, ...OWN_NAMES])
  const asked = inspected.env?.map((line) => line.split('=', 1)[0] ?? '')
  const extra = (names: readonly string[]): readonly string[] => names.filter((name) => !allowed.has(name))
  const lost = (names: readonly string[]): readonly string[] => demanded.filter((name) => !names.includes(name))
  const say = (names: readonly string[] | undefined): string => {
    if (names === undefined || names.length === 0) return 'the names could not be read'
    const problems = [
      ...(extra(names).length === 0 ? [] : [`not asked for: ${extra(names).join(', ')}`]),
      ...(lost(names).length === 0 ? [] : [`missing: ${lost(names).join(', ')}`]),
    ]
    return problems.length === 0 ? `${String(names.length)} names, all of them allowed` : problems.join('; ')
  }
  const right = (names: readonly string[] | undefined): boolean | null =>
    names === undefined || names.length === 0 ? null : extra(names).length + lost(names).length === 0
  return {
    id: 'environment.allowlist',
    statement:
      'The variables are the image’s, those of the fixed list and those that env names; no other of the job’s.',
    demanded: demanded.join(', '),
    observations: [
      observe('engine', say(asked), right(asked)),
      observe('inside', say(probe.environment), right(probe.environment)),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: 'Values: names are compared. Steps can read what env passes on.',
  }
}

export function credentialsNone({ probe, evidence, demand }: Witnesses): ClaimDraft {
  const { scannedFiles, scrubbed, remaining, hasOwnConfig } = evidence.credentialScan
  const read = probe.gitConfigs.size
  const ownLines = probe.gitConfigs.get(`${demand.workspacePath}/.git/config`)
  const sighted = hasOwnConfig ? ownLines !== undefined && ownLines > 0 : probe.workspaceReachable
  return {
    id: 'credentials.none',
    statement: 'No credential that a checkout leaves behind was found in the workspace’s git files.',
    demanded: 'credentials in git configurations removed from the layer',
    observations: [
      observe(
        'confine',
        remaining.length > 0
          ? `could not be cleaned: ${fewNames(remaining).join(', ')}`
          : `${plural(scannedFiles, 'git file')} scanned, ${String(scrubbed.length)} cleaned`,
        remaining.length === 0,
      ),
      observe(
        'inside',
        probe.credentialFiles.length > 0
          ? `a credential, or an include that could bring one, in ${fewNames(probe.credentialFiles).join(', ')}`
          : sighted
            ? `${plural(read, 'git configuration')} read, no credential`
            : 'the git configuration was not seen',
        probe.credentialFiles.length > 0 ? false : sighted ? true : null,
      ),
    ],
    needs: ['confine', 'inside'],
    doesNotShow: 'Secrets that are committed to the repository, or that the image holds.',
  }
}

export function imageIdentity({ inspected, evidence }: Witnesses): ClaimDraft {
  return {
    id: 'image.identity',
    statement: 'The container was made from the one image that the run resolved.',
    demanded: evidence.resolvedImageId,
    observations: [observeFact('engine', 'image', inspected.imageId, (id) => id === evidence.resolvedImageId)],
    needs: ['engine'],
    doesNotShow: 'That the image is benign, or that its /bin/sh is honest.',
  }
}

export function engineFaithful({ evidence, inspected }: Witnesses): ClaimDraft {
  const { warnings } = evidence
  const differences = diffDemand(evidence.sent, evidence.inspected)
  const itself = inspected.id === evidence.containerId && inspected.running === true && inspected.execIds?.length === 0
  return {
    id: 'engine.faithful',
    statement: 'The engine gave no warning, and reports every field as it was demanded.',
    demanded: 'no warnings, no differences',
    observations: [
      observe(
        'engine',
        warnings.length === 0 ? 'no warnings' : `warnings: ${warnings.join('; ')}`,
        warnings.length === 0,
      ),
      observe(
        'engine',
        differences.length === 0 ? 'every field as demanded' : `differs: ${differences.join('; ')}`,
        differences.length === 0,
      ),
      observe(
        'engine',
        itself
          ? 'the container runs, without a second process from outside'
          : 'the container is not the one that was made, or not running',
        itself,
      ),
    ],
    needs: ['engine'],
    doesNotShow: 'That the engine’s report is true, or whole.',
  }
}

export function kernelIsolation(witnesses: Witnesses): ClaimDraft {
  const { probe, inspected, engine, demand, inside, identity } = witnesses
  const runtime = demand.runtime ?? engine.defaultRuntime
  const runs = runtime === 'runc' ? `runc ${engine.components['runc'] ?? 'of unknown version'}` : runtime
  const shared = probe.kernel === engine.kernel
  // A runtime for machines may show a kernel of its own; one on the host's kernel can't, whatever the inside prints.
  const other = identity.kind === 'shared-kernel' ? false : identity.kind === 'kata' ? true : null
  const expected = probe.kernel === null ? null : shared ? true : other
  return {
    id: 'kernel.isolation',
    statement: shared
      ? `Shared kernel ${engine.kernel}, with ${runs}.`
      : `Runtime ${runs}; inside, the kernel calls itself ${probe.kernel ?? 'nothing that could be read'}.`,
    demanded: demand.runtime === null ? `the engine’s default runtime, ${runtime}` : `runtime ${runtime}`,
    observations: [
      observeFact(
        'engine',
        'runtime',
        inspected.runtime,
        (name) => name === runtime && engine.runtimes.includes(runtime),
      ),
      observe('inside', probe.kernel === null ? 'the kernel could not be read' : `kernel ${probe.kernel}`, expected),
      observeHost(witnesses, ({ bootId }) => sameBoot(bootId, inside.bootId, identity.kind === 'shared-kernel')),
      ...(identity.agree === false ? [observe('host', identity.host.seen, false)] : []),
    ],
    needs: ['engine', 'inside'],
    doesNotShow: shared
      ? 'Any barrier beside the kernel’s own: a fault in the kernel is a way out.'
      : 'How strong the runtime’s barrier is.',
  }
}

/** One random number for each boot of a kernel (random(4)): the same inside means the same kernel. */
function sameBoot(host: string | null, inside: string | null, shared: boolean): Sight {
  if (host === null || inside === null) return { seen: 'the boot of the kernel could not be compared', agrees: null }
  if (host === inside) return { seen: 'the step’s kernel is this host’s, by its boot', agrees: true }
  return { seen: 'inside is another boot of a kernel', agrees: shared ? false : null }
}
