import { clean, cleanLine } from './clean-text.ts'

/** An object of a JSON, YAML or TOML text, whose values may be anything. */
export type JsonRow = Readonly<Record<string, unknown>>

export function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

export function rowsOf(value: unknown): JsonRow[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** A string or a number in one line; '' for anything else. */
export function lineIn(row: JsonRow, key: string): string {
  const value = row[key]
  return typeof value === 'string' ? cleanLine(value) : typeof value === 'number' ? String(value) : ''
}

/** A text with its lines; '' for anything else. */
export function textIn(row: JsonRow, key: string): string {
  const value = row[key]
  return typeof value === 'string' ? clean(value) : ''
}

/** `true`, `1` and the like. */
export function isSet(row: JsonRow, key: string): boolean {
  const value = row[key]
  return value === true || value === 1 || value === 'true' || value === '1'
}

/** The value of a JSON text; undefined if it is malformed. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
