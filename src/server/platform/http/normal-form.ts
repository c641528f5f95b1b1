/**
 * Returns parameters or a form with every text in Unicode's normal form C, so that what a Mac sends decomposed equals what is
 * stored. A password stays as it is, because its hash was made of what was sent. Not for JSON of a client: it recurses.
 */
export function toNormalForm<Value>(value: Value): Value {
  return normalize(value) as Value
}

function normalize(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, /password/i.test(key) ? each : normalize(each)])
  return Object.fromEntries(entries)
}
