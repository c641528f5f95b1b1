import { type CurrencyMark, combineMarks, readCurrencyMark } from '../../../../contract/shop/currency-marks.ts'
import { minorDigits } from '../../../../contract/shop/minor-digits.ts'

export type Decimal = 'point' | 'comma'

/** An amount as its digits, before its currency is known. */
type Amount = { isNegative: boolean; whole: string; fraction: string; mark: CurrencyMark | undefined }

/** Undefined for a text with another shape, and for an amount with more digits than money has. */
export function parseAmount(text: string, decimal: Decimal): Amount | undefined {
  const parts = takeApart(text)
  if (!parts) return undefined
  const [group, point] = decimal === 'point' ? [',', '.'] : ['.', ',']
  const [whole = '', fraction = '', ...others] = parts.number.split(point)
  if (others.length > 0 || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined
  const digits = whole.replaceAll(group, '')
  if (!/^\d{0,12}$/.test(digits)) return undefined
  const isGrouped = group === ',' ? /^\d{1,3}(?:,\d{2,3})*,\d{3}$/ : /^\d{1,3}(?:\.\d{3})+$/
  if (whole !== digits && !isGrouped.test(whole)) return undefined
  return { isNegative: parts.isNegative, whole: digits, fraction, mark: parts.mark }
}

/** Whole minor units, rounded half away from zero, and what the amount has beyond them, in units of `1 / REST_UNITS`. */
export type Exact = { minor: number; rest: number }

/** Reports have fractions of a cent, of which the ledger keeps four digits. */
export const REST_DIGITS = 4
export const REST_UNITS = 10 ** REST_DIGITS

export function toExact({ isNegative, whole, fraction }: Omit<Amount, 'mark'>, currency: string): Exact {
  const digits = minorDigits(currency)
  const kept = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const isUp = Number(fraction[digits] ?? '0') >= 5
  const beyond = Number(fraction.slice(digits, digits + REST_DIGITS).padEnd(REST_DIGITS, '0'))
  return negateIf(isNegative, { minor: kept + (isUp ? 1 : 0), rest: beyond - (isUp ? REST_UNITS : 0) })
}

/** A number of a spreadsheet, whose binary fraction is rounded to the 15 digits that the spreadsheet shows. */
export function numberToExact(value: number, currency: string): Exact {
  const scaled = Number((Math.abs(value) * 10 ** minorDigits(currency)).toPrecision(15))
  const minor = Math.round(scaled)
  return negateIf(value < 0, { minor, rest: Math.round((scaled - minor) * REST_UNITS) })
}

export const isBelowZero = ({ minor, rest }: Exact) => minor < 0 || (minor === 0 && rest < 0)

/** Without a negative zero. */
export function negateIf(isNegated: boolean, { minor, rest }: Exact): Exact {
  return isNegated ? { minor: 0 - minor, rest: 0 - rest } : { minor, rest }
}

/** The separator that an amount shows for its column: `1.250,5` has a decimal comma, `1,250` may have either. */
export function decimalOf(text: string): Decimal | 'either' | undefined {
  const number = takeApart(text)?.number ?? ''
  const point = number.lastIndexOf('.')
  const comma = number.lastIndexOf(',')
  if (point === -1 && comma === -1) return undefined
  if (point !== -1 && comma !== -1) return point > comma ? 'point' : 'comma'
  const [own, other] = point === -1 ? (['comma', 'point'] as const) : (['point', 'comma'] as const)
  const separated = number.split(own === 'comma' ? ',' : '.')
  if (separated.length > 2) return other
  const isThousands = separated[1]!.length === 3 && /^[1-9]\d{0,2}$/.test(separated[0]!)
  return isThousands ? 'either' : own
}

/** The currency next to an amount such as `$1,250.00`, `12,50 €` or `USD 5`. */
export function markOf(text: string): CurrencyMark | undefined {
  return plain.test(text) ? undefined : takeApart(text)?.mark
}

const plain = /^[-\d.,]*$/

function takeApart(text: string): { isNegative: boolean; number: string; mark: CurrencyMark | undefined } | undefined {
  if (/^\d*[.,]?\d+$/.test(text)) return { isNegative: false, number: text, mark: undefined }
  let rest = text.normalize('NFKC').replace(/[−–]/g, '-').trim()
  const bracketed = /^\((.*)\)$/.exec(rest) ?? /^([^\d]*)\((.*)\)$/.exec(rest)
  if (bracketed) rest = bracketed.slice(1).join('')
  const match = /^(\D*?)([.,]?\d(?:[\d.,'’\s]*\d)?)(\D*)$/u.exec(rest)
  if (!match) return undefined
  const [, before = '', number = '', after = ''] = match
  const minus = (before + after).split('-').length - 1
  if (minus > 1 || (bracketed && minus > 0)) return undefined
  const marks = [before, after].map((part) => part.replace(/[-+]/, '').trim()).filter((part) => part !== '')
  const read = marks.map(readCurrencyMark)
  const [first, second] = read
  if (read.includes(undefined)) return undefined
  const mark = first && second ? combineMarks(first, second) : first
  if (second && !mark) return undefined
  if (/[\s'’]/.test(number) && !/^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(number)) return undefined
  return { isNegative: bracketed !== null || minus === 1, number: number.replace(/[\s'’]/g, ''), mark }
}
