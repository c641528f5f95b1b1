/** The message about a file that `decodeTable` cannot read. */
export const NOT_TEXT = 'The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.'

/** Control characters, which a text of Excel does not have, and what Windows-1252 leaves undefined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
const notText = /[\x00-\x08\x0e-\x1f\x81\x8d\x8f\x90\x9d]/

/** Bytes by which UTF-16 without a byte order mark is recognised. */
const SAMPLE = 400

/**
 * The text of a CSV in the encodings in which Excel saves one: UTF-16 or UTF-8 with or without a byte order mark, else
 * Windows-1252. Undefined for a file that is not text.
 */
export function decodeTable(bytes: Uint8Array): string | undefined {
  const utf16 = utf16Of(bytes)
  if (utf16) return decode(bytes, utf16, notText)
  return decode(bytes, 'utf-8', /\0/) ?? decode(bytes, 'windows-1252', notText)
}

function decode(bytes: Uint8Array, encoding: string, excluded: RegExp): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return excluded.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Detects the byte order by zeros: in mostly Latin text every second byte is zero. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (odd * 4 > sample.length && even === 0) return 'utf-16le'
  return even * 4 > sample.length && odd === 0 ? 'utf-16be' : undefined
}

const separators: Readonly<Record<string, true>> = { ',': true, ';': true, '\t': true, '|': true }

/** Takes Excel's line `sep=;` off the start of a table; `delimiter` is undefined without such a line. */
export function takeSeparator(text: string): { delimiter: string | undefined; table: string } {
  const [line, delimiter] = /^"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (line === undefined || delimiter === undefined || !(delimiter in separators))
    return { delimiter: undefined, table: text }
  return { delimiter, table: text.slice(line.length) }
}
