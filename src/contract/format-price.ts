const formats = new Map<string, Intl.NumberFormat>()

/** A price for readers: `$12.00`; other currencies with their own sign and digits. */
export function formatPrice(price: string, currency: string): string {
  return formatOf(currency)?.format(Number(price)) ?? `${price} ${currency}`
}

function formatOf(currency: string): Intl.NumberFormat | undefined {
  const known = formats.get(currency)
  if (known) return known
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    formats.set(currency, format)
    return format
  } catch {
    return undefined
  }
}
