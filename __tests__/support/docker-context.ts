import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { type Checkout } from './checkouts.ts'

/** Stores a Docker context in the job's home, as `docker context create` does, with a folder of certificates or none. */
export function storeContext({ folder }: Checkout, name: string, address: string, tls: string | null = null): void {
  const id = createHash('sha256').update(name).digest('hex')
  const meta = { Name: name, Metadata: {}, Endpoints: { docker: { Host: address, SkipTLSVerify: false } } }
  folder.write(`home/.docker/contexts/meta/${id}/meta.json`, JSON.stringify(meta))
  if (tls !== null) cpSync(tls, folder.folder(`home/.docker/contexts/tls/${id}/docker`), { recursive: true })
}

/** What `docker context use` writes into the login file. */
export function useContext({ folder }: Checkout, name: string): void {
  folder.write('home/.docker/config.json', JSON.stringify({ auths: {}, currentContext: name }))
}
