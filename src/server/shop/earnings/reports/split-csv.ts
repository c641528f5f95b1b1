/** A quoted cell goes on to the end of the file, or a record is longer than any report's. */
export class UnclosedQuote extends Error {}

/** Longer records come from a quotation mark that is never closed. */
const RECORD_CHARACTERS_MAX = 256 * 1024

/**
 * Splits text into the cells of its records, chunk by chunk. Searches for the next delimiter and does not look at each
 * character, which saves most of the time of reading a report, and that is done two or three times. Empty lines are records with one empty cell, as a
 * spreadsheet counts them. Throws `UnclosedQuote`.
 */
export class CsvSplitter {
  readonly #delimiter: string
  #lineBreak: '\n' | '\r' | undefined
  #rest = ''
  /** The next delimiter of the text that is split: -1 if there is none, so that it is not searched again for each line. */
  #delimiterAt = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The records that are complete. */
  write(chunk: string): string[][] {
    return this.#split(this.#rest + chunk, false)
  }

  /** The last record, where the text does not end with a line break. */
  end(): string[][] {
    return this.#rest === '' ? [] : this.#split(this.#rest, true)
  }

  #split(text: string, isEnd: boolean): string[][] {
    this.#lineBreak ??= findLineBreak(text)
    this.#delimiterAt = 0
    const lineBreak = this.#lineBreak ?? '\n'
    const records: string[][] = []
    let start = 0
    while (start < text.length) {
      const cells: string[] = []
      const next = this.#readRecord(text, start, lineBreak, isEnd, cells)
      if (next === -1) break
      records.push(cells)
      start = next
    }
    this.#rest = isEnd ? '' : text.slice(start)
    if (this.#rest.length > RECORD_CHARACTERS_MAX || (isEnd && start < text.length)) throw new UnclosedQuote()
    return records
  }

  /** Returns where the next record starts, or -1 if this one is not complete. */
  #readRecord(text: string, start: number, lineBreak: string, isEnd: boolean, cells: string[]): number {
    let position = start
    let lineEnd = text.indexOf(lineBreak, position)
    if (lineEnd === -1 && !isEnd) return -1
    for (;;) {
      let end: number
      if (text.charCodeAt(position) === QUOTE) {
        const close = this.#findClose(text, position + 1, lineBreak, isEnd)
        if (close === -1) return -1
        const quoted = text.slice(position + 1, close)
        cells.push(quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted)
        end = text.charCodeAt(close + 1) === RETURN && lineBreak === '\n' ? close + 2 : close + 1
        if (lineEnd !== -1 && lineEnd < end) lineEnd = text.indexOf(lineBreak, end)
        if (lineEnd === -1 && !isEnd) return -1
      } else {
        const delimiter = this.#findDelimiter(text, position)
        const line = lineEnd === -1 ? text.length : lineEnd
        const isLast = delimiter === -1 || delimiter > line
        end = isLast ? line : delimiter
        const isReturn = isLast && lineBreak === '\n' && text.charCodeAt(end - 1) === RETURN && end > position
        cells.push(text.slice(position, isReturn ? end - 1 : end))
      }
      if (end >= text.length) return text.length
      position = end + 1
      if (text[end] === lineBreak) return position
    }
  }

  #findDelimiter(text: string, from: number): number {
    if (this.#delimiterAt !== -1 && this.#delimiterAt <= from) this.#delimiterAt = text.indexOf(this.#delimiter, from)
    return this.#delimiterAt
  }

  /** The closing quotation mark: one that a delimiter or the end of the line follows. Others belong to the cell. */
  #findClose(text: string, from: number, lineBreak: string, isEnd: boolean): number {
    let at = text.indexOf('"', from)
    while (at !== -1) {
      const next = text[at + 1]
      if (next === '"') {
        at = text.indexOf('"', at + 2)
        continue
      }
      if (next === undefined) return isEnd ? at : -1
      if (next === this.#delimiter || next === lineBreak) return at
      if (next === '\r' && (text[at + 2] === '\n' || (isEnd && at + 2 === text.length))) return at
      at = text.indexOf('"', at + 1)
    }
    return -1
  }
}

const QUOTE = 34
const RETURN = 13

/** The first line break outside of quotation marks; a lone carriage return is one in files of old systems. */
function findLineBreak(text: string): '\n' | '\r' | undefined {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    if (isQuoted) continue
    if (code === 10) return '\n'
    if (code === RETURN && at + 1 < text.length) return text.charCodeAt(at + 1) === 10 ? '\n' : '\r'
  }
}
