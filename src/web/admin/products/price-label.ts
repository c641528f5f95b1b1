import { formatPrice } from '../../../contract/shop/format-price.ts'

/** The price of a product for the owner. */
export function priceLabel({ price, currency }: { price: string; currency: string }): string {
  return price === '' ? 'No price' : formatPrice(price, currency)
}
