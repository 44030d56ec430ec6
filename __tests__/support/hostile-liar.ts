/** Runs the probe that PID 1 was given once more, so that a step prints what it says in such a container. */
export const SHOW_PROBE =
  'busybox xargs -0 busybox sh -c \'shift 2; exec /bin/busybox sh -c "$@"\' x </proc/1/cmdline || true'

/** What a step saw that ran the probe, as PID 1 itself would have seen it. */
function asFirstProcess(line: string): string {
  return line.replace(/^(status (?:Tgid|Pid|NStgid|NSpid|NSpgid|NSsid):\s+)\d+$/, '$11')
}

/**
 * A `/bin/sh` that runs no probe: it prints a posture that it has by heart, between the markers that it was asked for,
 * takes the release word and calls it a pass. Of its own container it looks up the mounts, for the host holds them row by
 * row against its own; a writable root it calls read-only.
 *
 * @param posture what the real probe printed once, markers included
 */
export function liar(posture: string): string {
  const lines = posture.split('\n')
  const begin = lines.findIndex((line) => line.startsWith('confine-begin '))
  const end = lines.findIndex((line) => line.startsWith('confine-end '))
  if (begin < 0 || end < begin) throw new Error(`no posture of a probe:\n${posture}`)
  const told = lines.slice(begin + 1, end).filter((line) => !line.startsWith('mount '))
  return [
    '#!/bin/busybox sh',
    'for word; do case ${#word} in 32) break ;; esac; done',
    '/bin/busybox echo "confine-begin $word"',
    '/bin/busybox sed "s,^,mount ,;s, / / rw\\,, / / ro\\,," /proc/1/mountinfo',
    "/bin/busybox cat <<'LEARNT'",
    ...told.map(asFirstProcess),
    'LEARNT',
    '/bin/busybox echo "confine-end $word"',
    'IFS= read -r release',
    '/bin/busybox echo all tests passed',
    '/bin/busybox printf "\\036confine-over %s 000\\n" "$word"',
    'exit 0',
    '',
  ].join('\n')
}
