import { type CurrencyMark, combineMarks, readCurrencyMark } from './currency-marks.ts'
import { isPlaceholder } from './product-cells.ts'

/** A cell with an amount, the currency that stands next to it, or both. */
export type PriceCell = { value?: string; currency?: CurrencyMark; fault?: string }

/**
 * `£5.20`, `US$ 4`, `1 234,50 kr` and `12,-` as a decimal with a point and the currency that the cell names. A text that is
 * no amount stays as it is, for the sentence about prices.
 */
export function parsePriceCell(cell: string): PriceCell {
  if (isPlaceholder(cell)) return {}
  const text = cell.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const [, before = '', number = '', after = ''] =
    /^(\D*?)(\d(?:[\d .,'’]*\d)?)(?:[.,:] ?[-–—]{1,2})?(\D*)$/u.exec(text) ?? []
  const amount = readAmount(number)
  if (amount === undefined) return { value: text }
  const isNegative = /^[-−]|[-−]$/.test(before.trim())
  const value = isNegative ? `-${amount}` : amount
  const marks: CurrencyMark[] = []
  for (const part of [before.trim().replace(/^[-−]|[-−]$/, ''), after]) {
    if (part.trim() === '') continue
    const mark = readCurrencyMark(part)
    if (!mark) return { fault: `“${part.trim()}” in “${text}” is not a currency` }
    marks.push(mark)
  }
  const [first, second] = marks
  if (!first || !second) return { value, currency: first }
  const currency = combineMarks(first, second)
  return currency ? { value, currency } : { fault: `“${text}” names two currencies` }
}

/** A cell of the currency column, which may hold a sign; another text stays, for the sentence about currencies. */
export function parseCurrencyCell(cell: string): PriceCell {
  if (isPlaceholder(cell)) return {}
  const currency = readCurrencyMark(cell)
  return currency ? { currency } : { value: cell.trim().toUpperCase() }
}

/** `14,99` and `1 234,50` with a decimal point; another text stays, for the sentence about prices, and so does `1,234`. */
export function toDecimalPoint(text: string): string {
  return readAmount(text) ?? text
}

/**
 * Groups of thousands, and a decimal comma or point; undefined for another text. `1.234` and `1,234` stay, since what they
 * are depends on the currency.
 */
function readAmount(number: string): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(number) || /^[1-9]\d{0,2},\d{3}$/.test(number)) return number
  if (/^(?:\d+,\d{1,2}|(?:0|\d{4,}),\d{3})$/.test(number)) return number.replace(',', '.')
  for (const { grouped, groups } of notations) {
    if (grouped.test(number)) return number.replace(groups, '').replace(',', '.')
  }
}

const notations = [
  { grouped: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?$/, groups: /,/g },
  // Lakhs and crores: 1,23,456.00.
  { grouped: /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/, groups: /,/g },
  { grouped: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,3})?$/, groups: /\./g },
  { grouped: /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,3})?$/, groups: /[ '’]/g },
]
