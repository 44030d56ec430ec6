import { readFileSync } from 'node:fs'

/** The probe, as the `-c` text of the image's shell. A file of its own, so that shells and linters can read it too. */
export function probeText(): string {
  return readFileSync(new URL('./probe.sh', import.meta.url), 'utf8')
}
