/** Runs the probe that PID 1 was given once more, so that a step prints what it says in such a container. */
export const SHOW_PROBE =
  'busybox xargs -0 busybox sh -c \'shift 2; exec /bin/busybox sh -c "$@"\' x </proc/1/cmdline || true'

/** What differs from container to container and from run to run, and shows in the mounts. */
const ID = 'CONTAINER'
const LAYER = 'LAYER'

/** What a step saw that ran the probe, as PID 1 itself would have seen it. */
function asFirstProcess(line: string): string {
  if (line.startsWith('mount ')) {
    return line
      .replace(/[0-9a-f]{64}(?=\/(?:hostname|hosts|resolv\.conf) )/, ID)
      .replaceAll(/confine-\d+-\d+-[0-9a-f]{8}-layer/g, LAYER)
  }
  return line.replace(/^(status (?:Tgid|Pid|NStgid|NSpid|NSpgid|NSsid):\s+)\d+$/, '$11')
}

/**
 * A `/bin/sh` that runs no probe: it prints a posture that it has by heart, between the markers that it was asked for,
 * takes the release word and calls it a pass. Of its own container it looks up two names, and nothing else.
 *
 * @param posture what the real probe printed once, markers included
 */
export function liar(posture: string): string {
  const lines = posture.split('\n')
  const begin = lines.findIndex((line) => line.startsWith('confine-begin '))
  const end = lines.findIndex((line) => line.startsWith('confine-end '))
  if (begin < 0 || end < begin) throw new Error(`no posture of a probe:\n${posture}`)
  const learnt = lines.slice(begin + 1, end).map(asFirstProcess)
  return [
    '#!/bin/busybox sh',
    'for word; do case ${#word} in 32) break ;; esac; done',
    'id=$(/bin/busybox sed -n "s,.*/\\([0-9a-f]\\{64\\}\\)/hostname .*,\\1,p" /proc/self/mountinfo)',
    'layer=$(/bin/busybox sed -n "s,.*/\\(confine-[-0-9a-f]*-layer\\)/_data/etc/passwd .*,\\1,p" /proc/self/mountinfo)',
    '/bin/busybox echo "confine-begin $word"',
    `/bin/busybox sed "s,${ID},$id,;s,${LAYER},\${layer:-${LAYER}},g" <<'LEARNT'`,
    ...learnt,
    'LEARNT',
    '/bin/busybox echo "confine-end $word"',
    'IFS= read -r release',
    '/bin/busybox echo all tests passed',
    'exit 0',
    '',
  ].join('\n')
}
