import { type CurrencyMark, combineMarks, readCurrencyMark } from '../../../../contract/shop/currency-marks.ts'
import type { FoundHeader } from './find-header.ts'
import type { ReadOptions } from './read-options.ts'
import { type Exact, numberToExact, parseAmount, toExact } from './report-amounts.ts'
import { parseDate, parseTime, type ReportDate, toInstant } from './report-dates.ts'
import type { ReportField } from './report-fields.ts'
import { declarationOf } from './report-formats.ts'
import { type Cell, toText } from './report-table.ts'

/** Why a row is not read; the message is a sentence for the owner. */
export class RowFault extends Error {}

export type Money = { currency: string; commissionMinor: number; commissionRest: number; saleMinor: number | null }

/** Reads the cells of a row by field. `load` a row before each; what it cannot hold is thrown as `RowFault`. */
export class RowCells {
  cells: Cell[] = []
  readonly #options: ReadOptions
  readonly #marks: FoundHeader['marks']
  readonly #isUtc: boolean
  readonly #dates = new Map<string, ReportDate | undefined>()

  constructor(options: ReadOptions, marks: FoundHeader['marks']) {
    this.#options = options
    this.#marks = marks
    this.#isUtc = declarationOf(options.format).isUtc === true
  }

  load(cells: Cell[]): void {
    this.cells = cells
  }

  /** Null for an empty cell. Some exports write `="0012"` so that a spreadsheet keeps the zeros. */
  text(field: ReportField, charactersMax = 500): string | null {
    const text = toText(this.#cell(field)).replace(/^="(.*)"$/s, '$1')
    return text === '' ? null : text.slice(0, charactersMax)
  }

  /** An id that is whole; null for an empty cell. */
  id(field: ReportField): string | null {
    const cell = this.#cell(field)
    const text = this.text(field, 1000)
    if (text === null) return null
    if (/^\d(?:[.,]\d+)?E[+]?\d+$/i.test(text) || (typeof cell === 'number' && !Number.isSafeInteger(cell)))
      throw new RowFault(
        `The ID “${text}” was shortened by a spreadsheet. Please import the file as the network sent it.`,
      )
    if (text.length > 200) throw new RowFault('The ID is longer than 200 characters.')
    return text
  }

  isTrue(field: ReportField): boolean {
    return /^(?:1|y|yes|true|x|ja|oui|si|sí)$/i.test(toText(this.#cell(field)))
  }

  isFalse(field: ReportField): boolean {
    return /^(?:0|n|no|false|nein|non)$/i.test(toText(this.#cell(field)))
  }

  /** Undefined for a cell that is not a date; null for an empty one. */
  date(field: ReportField, timeField?: ReportField): string | null | undefined {
    const text = toText(this.#cell(field))
    if (text === '') return null
    const date = this.#parseDate(text)
    if (!date) return undefined
    if (date.instant !== undefined) return date.instant
    const time = date.time ?? (timeField && parseTime(toText(this.#cell(timeField))))
    return this.#isUtc && time !== undefined ? toInstant(date.day, time) : date.day
  }

  /** Day and time as they are written, for fingerprints. */
  dateText(field: ReportField): string {
    const text = toText(this.#cell(field))
    const date = this.#parseDate(text)
    return date ? `${date.day} ${date.time ?? ''}`.trim() : text
  }

  #parseDate(text: string): ReportDate | undefined {
    if (this.#dates.has(text)) return this.#dates.get(text)
    const date = parseDate(text, this.#options.dateOrder)
    if (this.#dates.size >= 2000) this.#dates.clear()
    this.#dates.set(text, date)
    return date
  }

  /** Null for an empty cell and for a list such as `1,2`. */
  count(field: ReportField): number | null {
    const text = toText(this.#cell(field)).replace(/[.,]0+$/, '')
    return /^-?\d{1,9}$/.test(text) ? Number(text) : null
  }

  /** Commission and sale in one currency, or the changes of both. The sale is null where the report gives it in another one. */
  money({ isChange = false } = {}): Money {
    const commissionField = isChange ? 'commissionChange' : 'commission'
    const saleField = isChange ? 'saleChange' : 'saleAmount'
    const commission = this.#amount(commissionField)
    const hasCommission = this.#options.columns[commissionField] !== undefined
    if (hasCommission && commission === null) throw new RowFault('The row has no commission.')
    const sale = this.#amount(saleField)
    const currency = this.#currency(commission?.mark, commissionField)
    const saleMark = combine([this.#mark('saleCurrency'), sale?.mark, this.#headerMark(saleField)])
    const isSameCurrency = saleMark === undefined || saleMark.codes.includes(currency)
    const { minor, rest } = commission?.exact(currency) ?? { minor: 0, rest: 0 }
    return {
      currency,
      commissionMinor: minor,
      commissionRest: rest,
      saleMinor: sale && isSameCurrency ? sale.exact(currency).minor : null,
    }
  }

  /** The amount of a field that is not money of its own, such as the price of one item. */
  minor(field: ReportField, currency: string): number | null {
    return this.#amount(field)?.exact(currency).minor ?? null
  }

  #amount(field: ReportField): { mark: CurrencyMark | undefined; exact: (currency: string) => Exact } | null {
    const cell = this.#cell(field)
    if (typeof cell === 'number')
      return { mark: undefined, exact: (currency) => safe(numberToExact(cell, currency), String(cell)) }
    const text = toText(cell)
    if (text === '') return null
    const amount = parseAmount(text, this.#options.decimal)
    if (!amount) throw new RowFault(`“${text.slice(0, 60)}” is not an amount.`)
    return { mark: amount.mark, exact: (currency) => safe(toExact(amount, currency), text) }
  }

  #currency(cellMark: CurrencyMark | undefined, field: ReportField): string {
    const { currency: given } = this.#options
    const mark = combine([this.#mark('currency'), cellMark, this.#headerMark(field)])
    if (!mark) {
      if (given === undefined) throw new RowFault('The row does not say its currency.')
      return given
    }
    if (mark.codes.length === 1) return mark.codes[0]!
    if (given !== undefined && mark.codes.includes(given)) return given
    throw new RowFault(`“${mark.sign}” stands for several currencies.`)
  }

  #mark(field: 'currency' | 'saleCurrency'): CurrencyMark | undefined {
    const text = toText(this.#cell(field))
    if (text === '') return undefined
    const mark = readCurrencyMark(text)
    if (!mark) throw new RowFault(`“${text.slice(0, 60)}” is not a currency.`)
    return mark
  }

  #headerMark(field: ReportField): CurrencyMark | undefined {
    const column = this.#options.columns[field]
    return column === undefined ? undefined : this.#marks[column]
  }

  #cell(field: ReportField): Cell | undefined {
    const column = this.#options.columns[field]
    return column === undefined ? undefined : this.cells[column]
  }
}

function combine(marks: (CurrencyMark | undefined)[]): CurrencyMark | undefined {
  let common: CurrencyMark | undefined
  for (const mark of marks) {
    if (!mark) continue
    const both = common ? combineMarks(common, mark) : mark
    if (!both) throw new RowFault(`The row names two currencies, ${common!.sign} and ${mark.sign}.`)
    common = both
  }
  return common
}

function safe(amount: Exact, text: string): Exact {
  if (!Number.isSafeInteger(amount.minor)) throw new RowFault(`“${text}” is too large for an amount.`)
  return amount
}
