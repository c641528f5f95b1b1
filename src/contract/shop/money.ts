import { currencyFormat, minorDigits } from './minor-digits.ts'

/** Amounts of any currency, in its minor units: cents of a dollar, whole yen, thousandths of a dinar. */

/** `24.5` dollars as 2450, `2450` yen as 2450. For an amount without a fault; digits beyond the currency's are zeros. */
export function toMinorUnits(amount: string, currency: string): number {
  const places = minorDigits(currency)
  const [whole = '0', fraction = ''] = amount.split('.')
  return Number(whole + fraction.slice(0, places).padEnd(places, '0'))
}

/** 2450 US cents as `24.50`, 2450 yen as `2450`. */
export function toAmount(minor: number, currency: string): string {
  const places = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(places + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount for readers: `$24.50`, `-¥2,450`. */
export function formatMoney(minor: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = createFormat(currency)
    formats.set(currency, format)
  }
  // A decimal as text is formatted without becoming a float.
  return format.format(toAmount(minor, currency) as Intl.StringNumericLiteral)
}

function createFormat(currency: string): Intl.NumberFormat {
  try {
    return currencyFormat(currency)
  } catch {
    return new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
  }
}
