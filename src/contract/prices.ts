/** Money as text and as whole cents. Only currencies with two digits after the point are allowed. */

/** The currencies of ISO 4217 in use; browsers also list those that were withdrawn decades ago. */
const IN_USE =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'

/** In whole units of the currency. */
export const PRICE_MAX = 1_000_000

/** Listed first; every other currency with two digits is allowed too, offered or not. */
export const COMMON_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN'] as const

/** The fault of a price such as `24`, `24.5` or `24.50`, as a sentence; undefined if there is none. */
export function priceFault(text: string): string | undefined {
  if (/^-\s*[\d.]/.test(text)) return 'A price cannot be negative'
  if (/^\d+\.\d{3,}$/.test(text)) return 'A price has at most two digits after the point'
  if (!/^\d+(?:\.\d{1,2})?$/.test(text)) return 'Please enter a price such as 24.50'
  if (Number(text) > PRICE_MAX) return 'A price is at most 1,000,000'
}

/** `24.5` as 2450. For a text without a fault. */
export function toMinorUnits(price: string): number {
  const [whole = '0', cents = ''] = price.split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** 2450 as `24.50`, -150 as `-1.50`. */
export function toDecimal(minorUnits: number): string {
  const units = Math.abs(minorUnits)
  return `${minorUnits < 0 ? '-' : ''}${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
}

/** The fault of a currency code (ISO 4217), as a sentence; undefined if there is none. */
export function currencyFault(code: string): string | undefined {
  known ??= new Map(Intl.supportedValuesOf('currency').map((each) => [each, digitsOf(each)]))
  const digits = known.get(code)
  if (digits === undefined) return 'Please use the code of a currency, such as USD'
  if (digits !== 2) return `Prices in ${code} cannot be kept: it does not have two digits after the point`
}

/** Whether it is the code of a currency (ISO 4217), with any number of digits. */
export function isCurrencyCode(code: string): boolean {
  return currencyFault(code) === undefined || known!.has(code)
}

/** The codes of the currencies that are offered; an older browser may lack the newest. */
export function currencies(): string[] {
  return IN_USE.split(' ').filter((code) => currencyFault(code) === undefined)
}

/** Digits after the point by code, cached since `Intl` is slow. */
let known: Map<string, number> | undefined

function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0
}
