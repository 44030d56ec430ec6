/** Shorter values would turn a report into stars. */
const SHORTEST = 4

/** Lines of a secret that are worth hiding by themselves; `{` and `-----` are not. */
const SHORTEST_LINE = 8

/**
 * Every text that gives a secret away: itself, its lines, as part of a URL, of JSON, and in base64, also where it is a
 * part of what was encoded.
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const values = secrets.filter((secret) => secret.length >= SHORTEST)
  const lines = values
    .flatMap((value) => (/[\r\n]/.test(value) ? value.split(/[\r\n]+/) : []))
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST_LINE)
  const forms = [...values, ...lines].flatMap((value) => [
    value,
    ...urlForms(value),
    jsonForm(value),
    ...base64Forms(value),
  ])
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST)
}

function urlForms(value: string): string[] {
  const encoded = encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))
  const lower = encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  return [encoded, lower, form]
}

function jsonForm(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

/**
 * Three bytes become four characters, so that a text shows in one of three ways, by where it starts in what was encoded
 * (RFC 4648, section 4). Characters that hold bits of its neighbours as well are left out.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8')
  const inner = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1
    return encoded.slice([0, 2, 3][before], end)
  })
  const both = [bytes.toString('base64'), ...inner]
  // Base64 of a short value is shorter still without its ends, and would match by chance.
  return both
    .filter((form) => form.length >= SHORTEST + 2)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
