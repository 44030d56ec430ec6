/** What engines say when they can't start PID 1, and what it means here. The engine's words are kept. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/exec format error/i, 'the image’s /bin/sh can not be run on this CPU'],
  [/"?\/bin\/sh"?.*no such file or directory/i, 'the image has no /bin/sh'],
  [
    /"?\/bin\/sh"?.*(permission denied|not a directory|levels of symbolic links)/i,
    'the image’s /bin/sh can not be run',
  ],
  [/no space left on device/i, 'the engine’s disk is full'],
]

export function explainRefusal(said: string): string {
  const found = EXPLANATIONS.find(([pattern]) => pattern.test(said))
  return found === undefined ? said : `${found[1]} (the engine says: ${said})`
}
