/** A stream of Node, or one that iterates and ends alike. */
export interface ByteSource extends AsyncIterable<unknown> {
  destroy(): unknown
}

/** A chunk of a stream that may be in text mode; anything else is no byte stream. */
export function asBytes(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  if (typeof chunk === 'string') return Buffer.from(chunk)
  throw new TypeError('the stream gives no bytes')
}

/** All bytes of a stream, or an error when it breaks off or holds more than `limit`. */
export async function collect(stream: ByteSource, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const buffer = asBytes(chunk)
    bytes += buffer.length
    if (bytes > limit) {
      stream.destroy()
      throw new Error(`more than ${String(limit)} bytes`)
    }
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}
