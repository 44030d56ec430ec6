import type { Readable } from 'node:stream'

/** All bytes of a stream, or an error when it breaks off or holds more than `limit`. */
export async function collect(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += buffer.length
    if (bytes > limit) {
      stream.destroy()
      throw new Error(`more than ${String(limit)} bytes`)
    }
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}
