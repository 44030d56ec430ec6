/** What engines say when they can't start PID 1, and what it means here. The engine's words are kept. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/exec format error/i, 'the image’s /bin/sh can not be run on this CPU'],
  [/\/bin\/sh\b.*no such file or directory/i, 'the image has no /bin/sh'],
  [/\/bin\/sh\b.*(permission denied|not a directory|levels of symbolic links)/i, 'the image’s /bin/sh can not be run'],
  [/no space left on device/i, 'the engine’s disk is full'],
  [/range of CPUs is from/i, 'this machine has fewer CPUs than the input cpus asks for'],
  [/bind source path does not exist/i, 'a source of the input mounts is not on the engine’s machine'],
]

export function explainRefusal(said: string): string {
  const found = EXPLANATIONS.find(([pattern]) => pattern.test(said))
  return found === undefined ? said : `${found[1]} (the engine says: ${said})`
}

/** What registries and engines say when a pull fails, and what to do. The words come from the registry, through the engine. */
const PULL_ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /toomanyrequests|too many requests|rate limit|\b429\b/i,
    'the registry’s limit of pulls is reached: log in to it before Confine, or pull from a mirror',
  ],
  [
    /no matching manifest|no match for platform/i,
    'the registry has it for no platform of this engine: take another image',
  ],
  [
    /unauthorized|authentication required|no basic auth|access.*denied|\bdenied\b|\b40[13]\b/i,
    'the registry does not let this job have it: log in to the registry before Confine, and look at the name',
  ],
  [
    /manifest unknown|manifest for .* not found|name unknown|not found: manifest/i,
    'the registry has no such image: look at name, tag and digest',
  ],
  [/no space left on device/i, 'the engine’s disk is full: free space on it before Confine'],
  [
    /dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|Client\.Timeout|\b50[0234]\b|service unavailable|bad gateway/i,
    'the registry can not be reached by the engine, or is out of order: try again later, or pull from a mirror',
  ],
]

/** Why a pull failed, and what to change where that is known. */
export function explainPull(said: string): string {
  const found = PULL_ADVICE.find(([pattern]) => pattern.test(said))
  return found === undefined ? said : `${found[1]} (the engine says: ${said})`
}
