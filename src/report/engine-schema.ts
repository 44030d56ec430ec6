import { z } from 'zod'
import { bytes, claimId } from './fields-schema.ts'
import { knownWeaknesses } from './weakness-schema.ts'

export const image = z
  .strictObject({
    reference: z.string().describe('As asked for'),
    id: z.string().describe("The engine's local image id, used for every container of the run"),
    digest: z
      .string()
      .nullable()
      .describe(
        'name@sha256:…, by which a registry knows the image; null when the engine names none. Some engines name one before any registry has it',
      ),
    pinned: z.boolean().describe('The reference itself named the digest'),
    platform: z.string().describe('os/architecture[/variant]'),
    origin: z.enum(['local', 'pulled']).describe('Was there already, or pulled by this run'),
  })
  .describe('The image, resolved once')

export const engine = z
  .strictObject({
    endpoint: z.string().describe('Kind of endpoint: unix, tcp or tls, with its address'),
    version: z.string().describe('Version of the engine'),
    apiVersion: z.string().describe('Version of its API in use'),
    kernel: z.string().describe('Release of the kernel that it runs on'),
    cgroupVersion: z.string().describe('1 or 2'),
    runtime: z.string().describe('Name of the OCI runtime in use'),
    runtimeVersion: z.string().describe('"unknown" when the engine does not say'),
    securityOptions: z.array(z.string()).describe('Its own list: seccomp, apparmor, rootless and the like'),
    knownWeaknesses,
  })
  .describe('The engine, as it describes itself')

const mount = z.strictObject({
  source: z.string().describe("Absolute path on the engine's host"),
  target: z.string().describe('Absolute path inside'),
})

export const profile = z
  .strictObject({
    user: z.string().describe('uid:gid'),
    userSource: z.string().describe('Where the user came from'),
    memoryBytes: bytes.describe('Bytes of memory, swap included'),
    cpus: z.number().positive().describe('CPUs; 1.5 is one and a half'),
    pidsLimit: z.int().positive().describe('Processes and threads at one time'),
    tmpBytes: bytes.describe('Bytes of the tmpfs on /tmp, and again of that on HOME'),
    shmBytes: bytes.describe('Bytes of /dev/shm'),
    fileBytes: bytes.describe('Bytes of the largest file that can be written'),
    outputBytes: bytes.describe('Bytes kept of the output of one step'),
    environment: z.array(z.string()).describe('Names, without values, of what enters beside the image’s own'),
    mounts: z.array(mount).describe('Read-only paths of the runner that steps may see'),
    require: z
      .array(z.union([claimId, z.enum(['host', 'known-weaknesses'])]))
      .describe(
        'Claims that have to be proven; host: by the kernel of the host as well; known-weaknesses: none may apply',
      ),
  })
  .describe('The confinement demanded')

export const workspace = z
  .strictObject({
    method: z.enum(['overlay', 'copy']).describe('Layer over the checkout, or a copy of it'),
    reason: z.string().describe('Why this method'),
    scrubbed: z.array(z.string()).describe('Credential places that were removed from the layer'),
    notes: z.array(z.string()).describe('What could not be carried over, and the like'),
  })
  .describe('How the checkout became the workspace')
