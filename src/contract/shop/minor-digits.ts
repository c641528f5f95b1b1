/** The decimals of currencies, which decide what a stored amount means. */

// Not of `Intl`: it has the decimals of daily use, which differ from ISO 4217 and between versions and browsers.
const none = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Digits after the point by ISO 4217; 2 for an unknown code. */
export function minorDigits(currency: string): number {
  if (none.has(currency)) return 0
  return three.has(currency) ? 3 : 2
}

/** Formats amounts of a currency in its digits; throws a RangeError unless it has three letters. */
export function currencyFormat(currency: string): Intl.NumberFormat {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
