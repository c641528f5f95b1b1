import { minorDigits } from './minor-digits.ts'

/** The prices of products as text, in the digits of their currency, and the currencies that they may have. */

/** The currencies of ISO 4217 in use; browsers also list those that were withdrawn decades ago. */
const IN_USE =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

/** In minor units, so that every price fits the column: 1,000,000 dollars, 100,000,000 yen or 100,000 dinars. */
const PRICE_MAX_MINOR = 100_000_000

/** In whole units of the currencies without decimals. */
export const PRICE_MAX = PRICE_MAX_MINOR

/** Listed first. */
export const COMMON_CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'AUD',
  'NZD',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'JPY',
] as const

/** The fault of a price such as `24`, `24.5` or `24.50` in whatever currency, as a sentence; undefined for a price that some currency has. */
export function priceFault(text: string): string | undefined {
  if (/^-\s*[\d.]/.test(text)) return 'A price cannot be negative'
  if (!/^\d+(?:\.\d+)?$/.test(text) && !isGroupOrFraction(text)) return 'Please enter a price such as 24.50'
}

/** The fault of a price that `priceFault` passes in a currency: too many digits, or too much. */
export function digitsFault(price: string, currency: string): string | undefined {
  const digits = minorDigits(currency)
  if (digits > 2 && isGroupOrFraction(price))
    return `Please write ${price} with a point or without separators: in ${currency} it could be either`
  const amount = price.replace(',', '')
  if (!hasDigitsOf(currency, amount)) return tooManyDigits(digits, currency)
  const most = priceMax(currency)
  if (Number(amount) > most) return `A price is at most ${most.toLocaleString('en-US')}`
}

/** Whether a decimal has no more digits than the currency; other programs write whole yen as 1500.00, but 1.500 may be a thousand. */
export function hasDigitsOf(currency: string, amount: string): boolean {
  const digits = minorDigits(currency)
  const decimals = (digits === 0 ? amount.replace(/\.00?$/, '') : amount).split('.')[1] ?? ''
  return decimals.length <= digits
}

/** In whole units of the currency. */
export function priceMax(currency: string): number {
  return PRICE_MAX_MINOR / 10 ** minorDigits(currency)
}

function tooManyDigits(digits: number, currency: string): string {
  if (digits === 2) return 'A price has at most two digits after the point'
  const count = digits === 0 ? 'no' : `at most ${digits === 3 ? 'three' : digits}`
  return `A price in ${currency} has ${count} digits after the point`
}

/** `1,234`: a thousand, or in a currency with three decimals a fraction. */
function isGroupOrFraction(text: string): boolean {
  return /^[1-9]\d{0,2},\d{3}$/.test(text)
}

/** The fault of a currency code, as a sentence; undefined for one of ISO 4217. */
export function currencyFault(code: string): string | undefined {
  known ??= new Set(Intl.supportedValuesOf('currency'))
  if (!known.has(code)) return 'Please use the code of a currency, such as USD'
}

/** The codes of the currencies that are offered; an older browser may lack the newest. */
export function currencies(): string[] {
  return IN_USE.split(' ').filter((code) => currencyFault(code) === undefined)
}

/** Cached since `Intl` is slow. */
let known: Set<string> | undefined
