import * as z from 'zod/mini'
import { toAmount, toMinorUnits } from './money.ts'
import { currencyFault, digitsFault, priceFault } from './prices.ts'

/**
 * Validates a price against the digits of its currency and formats it with them; an empty price and 0 both mean no price. Also
 * runs where other fields have faults, so that a form shows all of them.
 */
export function priceInCurrency() {
  return z.check<{ price: string; currency: string }>(
    (context) => {
      const { price, currency } = context.value
      if (price === '' || priceFault(price) || currencyFault(currency)) return
      const message = digitsFault(price, currency)
      if (message) context.issues.push({ code: 'custom', path: ['price'], message, input: price })
      else context.value.price = priceOf(toMinorUnits(price.replace(',', ''), currency), currency)
    },
    { when: ({ value }) => hasPrice(value) },
  )
}

/** A stored amount as a price: 0 stands for none. */
export function priceOf(minor: number, currency: string): string {
  return minor === 0 ? '' : toAmount(minor, currency)
}

function hasPrice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('price' in value) || !('currency' in value)) return false
  return typeof value.price === 'string' && typeof value.currency === 'string'
}
