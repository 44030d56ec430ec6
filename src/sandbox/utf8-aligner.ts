/** Longest sequence of UTF-8 is four bytes (RFC 3629): at most three wait for their last one. */
const LONGEST_PART = 3

/**
 * Cuts a stream's bytes between characters: the begin of one that a frame cut off is held back until its rest comes.
 * Where two streams are kept together, a character would else be torn by what the other one wrote.
 */
export class Utf8Aligner {
  #held = Buffer.alloc(0)

  push(bytes: Buffer): Buffer {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    const open = openBytes(all)
    // A copy: a view would keep the whole chunk alive.
    this.#held = Buffer.from(all.subarray(all.length - open))
    return all.subarray(0, all.length - open)
  }

  /** What never became a character. */
  flush(): Buffer {
    const rest = this.#held
    this.#held = Buffer.alloc(0)
    return rest
  }
}

/** Bytes at the end that begin a character and do not finish it. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_PART, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return back < sequenceLength(byte) ? back : 0
  }
  return 0
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0 && lead < 0xf8) return 4
  if (lead >= 0xe0 && lead < 0xf0) return 3
  return lead >= 0xc0 && lead < 0xe0 ? 2 : 1
}
