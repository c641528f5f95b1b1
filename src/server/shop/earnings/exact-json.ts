/** Parses JSON whose numbers stay texts as they are written: a long id and an amount such as 12.50 lose no digit. */
export function parseExactJson(json: string): unknown {
  return JSON.parse(json, keepNumber as (key: string, value: unknown) => unknown)
}

const keepNumber = (_: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' ? (source ?? String(value)) : value
