import { currencyFormat } from './minor-digits.ts'

const formats = new Map<string, Intl.NumberFormat>()

/**
 * A price for readers: `$12.00`; other currencies with their own sign and digits. Dollars go without a format: to make the
 * first one takes a phone longer than to bring half a page to life.
 */
export function formatPrice(price: string, currency: string): string {
  if (currency === 'USD' && /^\d+(?:\.\d{1,2})?$/.test(price))
    return `$${Number(price)
      .toFixed(2)
      .replace(/\B(?=(?:\d{3})+\.)/g, ',')}`
  return formatOf(currency)?.format(Number(price)) ?? `${price} ${currency}`
}

function formatOf(currency: string): Intl.NumberFormat | undefined {
  const known = formats.get(currency)
  if (known) return known
  try {
    const format = currencyFormat(currency)
    formats.set(currency, format)
    return format
  } catch {
    return undefined
  }
}
