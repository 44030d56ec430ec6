import type { UserIds } from '../domain/profile.ts'
import type { Given } from './scalars.ts'

/** runc takes ids up to 2^31-1 (opencontainers/runc, libcontainer/user). */
const HIGHEST_ID = 2_147_483_647

/** Numeric `uid:gid`. Neither is 0: root's group may still read and write what root's user owns. */
export function parseUser({ input, text, problems }: Given): UserIds | null {
  const [, uid = '', gid = ''] = /^(\d{1,10}):(\d{1,10})$/.exec(text.trim()) ?? []
  const ids = { uid: Number(uid), gid: Number(gid) }
  const fits = [ids.uid, ids.gid].every((id) => id >= 1 && id <= HIGHEST_ID)
  if (fits) return ids
  return problems.addValue(input, `uid:gid, two numbers from 1 to ${String(HIGHEST_ID)}`, text)
}

/** Name of an OCI runtime as the engine's configuration has it, or a containerd shim's (`io.containerd.runsc.v1`). */
export function parseRuntime({ input, text, problems }: Given): string | null {
  const name = text.trim()
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name
  return problems.addValue(input, "a runtime's name of letters, digits, _, . and -", text)
}
