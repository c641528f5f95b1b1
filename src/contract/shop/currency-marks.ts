import { currencyFault } from './prices.ts'

/** A code or sign next to a price; several codes for a sign that several currencies share. */
export type CurrencyMark = { sign: string; codes: readonly string[] }

/** The currency that a text such as `EUR`, `€`, `US$` or `kr.` names; undefined if it names none. */
export function readCurrencyMark(text: string): CurrencyMark | undefined {
  const sign = text.normalize('NFKC').trim()
  const key = sign.toUpperCase().replace(/\s+/g, '').replace(/\.$/, '')
  const codes = signs.get(key) ?? (currencyFault(key) ? undefined : [key])
  return codes && { sign: signOf(codes, sign), codes }
}

/** Intersects two marks, such as `$` and `USD` to USD; undefined if they contradict each other. */
export function combineMarks(one: CurrencyMark, other: CurrencyMark): CurrencyMark | undefined {
  const codes = one.codes.filter((code) => other.codes.includes(code))
  if (codes.length === 0) return undefined
  return { sign: signOf(codes, one.sign), codes }
}

/** A mark of one currency is written as its code. */
function signOf([code, ...others]: readonly string[], sign: string): string {
  return code !== undefined && others.length === 0 ? code : sign
}

/** The currencies that write their amounts with `$`, the most frequent first. */
const dollars =
  'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU BBD BMD BSD BZD DOP FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD'.split(
    ' ',
  )

const signs = new Map<string, readonly string[]>([
  ['$', dollars],
  ['DOLLAR', dollars],
  ['DOLLARS', dollars],
  ['US$', ['USD']],
  ['USD$', ['USD']],
  ['$US', ['USD']],
  ['CA$', ['CAD']],
  ['CAN$', ['CAD']],
  ['CAD$', ['CAD']],
  ['CDN$', ['CAD']],
  ['C$', ['CAD', 'NIO']],
  ['AU$', ['AUD']],
  ['AUD$', ['AUD']],
  ['A$', ['AUD']],
  ['NZ$', ['NZD']],
  ['NZD$', ['NZD']],
  ['HK$', ['HKD']],
  ['S$', ['SGD']],
  ['SG$', ['SGD']],
  ['NT$', ['TWD']],
  ['MX$', ['MXN']],
  ['R$', ['BRL']],
  ['€', ['EUR']],
  ['EURO', ['EUR']],
  ['EUROS', ['EUR']],
  ['£', ['GBP']],
  ['POUND', ['GBP']],
  ['POUNDS', ['GBP']],
  ['¥', ['JPY', 'CNY']],
  ['円', ['JPY']],
  ['元', ['CNY']],
  ['₹', ['INR']],
  ['RS', ['INR', 'PKR', 'LKR', 'NPR', 'MUR']],
  ['₩', ['KRW']],
  ['₺', ['TRY']],
  ['₽', ['RUB']],
  ['₴', ['UAH']],
  ['₪', ['ILS']],
  ['₫', ['VND']],
  ['₱', ['PHP']],
  ['฿', ['THB']],
  ['R', ['ZAR']],
  ['RM', ['MYR']],
  ['RP', ['IDR']],
  ['KR', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['FR', ['CHF']],
  ['SFR', ['CHF']],
  ['ZŁ', ['PLN']],
  ['KČ', ['CZK']],
  ['FT', ['HUF']],
  ['LEI', ['RON', 'MDL']],
  ['ЛВ', ['BGN']],
])
