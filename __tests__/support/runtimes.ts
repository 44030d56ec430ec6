import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'

/** A runtime that `npm test` gives to an engine which it starts. Its absence is an error, and no reason to skip. */
export async function needRuntime(name: string): Promise<void> {
  const { runtimes } = await new DockerEngine(findEndpoint(process.env)).facts()
  if (runtimes.includes(name)) return
  throw new Error(`the engine has no runtime ${name}, it has ${runtimes.join(', ')}: see scripts/lib/runtimes.mjs`)
}
