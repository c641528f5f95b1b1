import type { Readable } from 'node:stream'
import { type BoundedParser, createBoundedParser, UnboundedMarkup } from '../../../platform/bounded-parser.ts'
import { COLUMNS_MAX } from './find-header.ts'
import { damagedWorkbook, ReportProblem } from './report-problem.ts'
import type { Cell, RawRecord } from './report-table.ts'
import { dateOfSerial } from './sheet-numbers.ts'

export type Workbook = {
  strings: string[]
  /** Whether a cell of each style is a date. */
  dateStyles: boolean[]
  isFrom1904: boolean
}

export const CELL_CHARACTERS_MAX = 32_767

/** Reads the rows of a sheet. Of a formula the value that the spreadsheet stored counts. Throws `ReportProblem`. */
export async function* readSheet(source: Readable, workbook: Workbook): AsyncGenerator<RawRecord> {
  const rows = new SheetRows(workbook)
  const decoder = new TextDecoder()
  try {
    for await (const chunk of source) {
      rows.write(decoder.decode(chunk as Buffer, { stream: true }))
      yield* rows.take()
    }
    rows.end(decoder.decode())
    yield* rows.take()
  } catch (error) {
    throw error instanceof UnboundedMarkup ? damagedWorkbook() : error
  } finally {
    source.destroy()
  }
}

/** Collects the rows of the XML that was written to it. */
class SheetRows {
  #rows: RawRecord[] = []
  readonly #workbook: Workbook
  readonly #parser: BoundedParser
  #row = 0
  #cells: Cell[] = []
  #column = -1
  #type = ''
  #style = 0
  #text = ''
  #isText = false
  #isPhonetic = false
  #isData = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    this.#parser = createBoundedParser(
      {
        onopentag: (name, attributes) => this.#open(name.slice(name.indexOf(':') + 1), attributes),
        ontext: (text) => this.#addText(text),
        onclosetag: (name) => this.#close(name.slice(name.indexOf(':') + 1)),
      },
      { xmlMode: true, decodeEntities: true },
    )
  }

  write(xml: string): void {
    this.#parser.write(xml)
  }

  end(xml: string): void {
    this.#parser.end(xml)
  }

  take(): RawRecord[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'sheetData') this.#isData = true
    if (!this.#isData) return
    if (name === 'row') {
      const stated = Number(attributes.r)
      this.#row = stated > this.#row ? stated : this.#row + 1
      this.#cells = []
      this.#column = -1
    } else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#text = ''
    } else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'v' || name === 't') this.#isText = !this.#isPhonetic
  }

  #addText(text: string): void {
    if (!this.#isText || this.#text.length > CELL_CHARACTERS_MAX) return
    this.#text += text
  }

  #close(name: string): void {
    if (name === 'sheetData') this.#isData = false
    else if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c' && this.#isData) this.#closeCell()
    else if (name === 'row' && this.#isData) this.#rows.push({ row: this.#row, cells: this.#cells })
  }

  #closeCell(): void {
    if (this.#text === '') return
    if (this.#column >= COLUMNS_MAX) throw new ReportProblem(`The sheet has more than ${COLUMNS_MAX} columns.`)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = this.#value()
  }

  #value(): Cell {
    const text = this.#text
    const { strings, dateStyles, isFrom1904 } = this.#workbook
    if (this.#type === 's') {
      const shared = strings[Number(text)]
      if (shared === undefined) throw damagedWorkbook()
      return shared
    }
    if (this.#type === 'd') return text.replace('T', ' ')
    if (this.#type !== 'n') return text
    const value = Number(text)
    if (!Number.isFinite(value)) return text
    if (!dateStyles[this.#style]) return value
    return dateOfSerial(value, isFrom1904) ?? text
  }
}

/** `AB12` as 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
