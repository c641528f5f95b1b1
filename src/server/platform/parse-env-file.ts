import { parseEnv } from 'node:util'

export type EnvFile = {
  variables: Record<string, string>
  /** Sentences for the operator, without any value. */
  warnings: string[]
}

/** Each variable with its name and its value as written; a quoted value may have several lines. */
const ASSIGNMENT = /^[^\S\n]*(?:export\s+)?([\w.-]+)[^\S\n]*=([^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*)/gm
const QUOTED = /^[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)/
/** A line of a quoted value that assigns a variable, unlike the last line of a key in base64. */
const SWALLOWED = /\n[^\S\n]*(?:export\s+)?[A-Z][A-Z\d_]+[^\S\n]*=(?!=|\s*\n)/
/** Values in which a blank before the # may belong to the value as well. */
const SECRET = /PASSWORD|SECRET|KEY|TOKEN|URL/

/** Parses the file `.env` as Node.js does, in UTF-8 or, as Windows may save it, in UTF-16. */
export function parseEnvFile(bytes: Uint8Array): EnvFile {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  // The decoder removes the byte order mark.
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
  const found = [...text.matchAll(ASSIGNMENT)].map(([, name = '', value = '']) => warningOf(name, value))
  return {
    variables: parseEnv(text) as Record<string, string>,
    warnings: [...new Set(found.filter((warning) => warning !== undefined))],
  }
}

function warningOf(name: string, value: string): string | undefined {
  if (isCut(name, value))
    return (
      `.env: the value of ${name} ends before its first #, where a comment begins. ` +
      'If the # belongs to the value, put the value in quotation marks.'
    )
  const quoted = QUOTED.exec(value)?.[0]
  if (quoted === undefined) return undefined
  if (SWALLOWED.test(quoted))
    return (
      `.env: the value of ${name} includes the variables of the lines after it, up to the next quotation mark. ` +
      'Close its quotation marks in its own line.'
    )
  if (/^\s*[^\s#]/.test(value.slice(quoted.length)))
    return (
      `.env: the value of ${name} ends at its second quotation mark, and the rest of the line is left out. ` +
      'Put a value that contains quotation marks in others: ", \' or `.'
    )
  return undefined
}

function isCut(name: string, value: string): boolean {
  const rest = value.replace(QUOTED, '')
  const mark = rest.indexOf('#')
  if (mark < 0) return false
  const before = rest.slice(0, mark)
  if (!/\s$/.test(before)) return true
  return rest === value && before.trim() !== '' && SECRET.test(name)
}
