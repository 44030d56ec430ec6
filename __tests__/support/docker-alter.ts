import { asRecord } from '../../src/domain/decode.ts'
import type { CreatedContainer, Engine } from '../../src/sandbox/engine.ts'

/** A create request of the engine's API, as far as a test changes it. */
export type Request = Readonly<Record<string, unknown>>

/** The engine, but for each container's create request, which is changed on its way. */
export function altered(engine: Engine, change: (request: Request) => Request): Engine {
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'createContainer') {
        return (request: object): Promise<CreatedContainer> => target.createContainer(change(asRecord(request)))
      }
      const value: unknown = Reflect.get(target, name)
      // Private fields are the target's own.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Other values for fields of the host's part; `undefined` leaves a field out, so that the engine's default counts. */
export const host =
  (fields: Request) =>
  (request: Request): Request => ({ ...request, HostConfig: { ...asRecord(request['HostConfig']), ...fields } })

export const config =
  (fields: Request) =>
  (request: Request): Request => ({ ...request, ...fields })

/** One more member of a list of the host's part. */
export const more =
  (list: string, member: unknown) =>
  (request: Request): Request => {
    const was = asRecord(request['HostConfig'])[list]
    return host({ [list]: [...(Array.isArray(was) ? (was as unknown[]) : []), member] })(request)
  }
