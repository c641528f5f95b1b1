import { formatPrice } from './format-price.ts'
import type { ProductFacts } from './product-facts.ts'

const ML_PER_FL_OZ = 29.5735
const G_PER_OZ = 28.3495

/** The unit that a reader of the other system of measures compares by, with what it is of the size's unit. */
const otherUnit: Record<ProductFacts['sizeUnit'], { unit: string; amount: number } | undefined> = {
  ml: { unit: 'fl oz', amount: ML_PER_FL_OZ },
  'fl oz': { unit: 'ml', amount: 1 / ML_PER_FL_OZ },
  g: { unit: 'oz', amount: G_PER_OZ },
  oz: { unit: 'g', amount: 1 / G_PER_OZ },
  pieces: undefined,
}

type Priced = {
  price: string
  currency: string
  facts: Pick<ProductFacts, 'sizeAmount' | 'sizeUnit'>
}

/** `$0.48 per ml`; empty without a size or a price, and for a single piece. */
export function unitPriceLine({ price, currency, facts: { sizeAmount, sizeUnit } }: Priced): string {
  const each = priceOfOne(price, sizeAmount)
  if (each === 0 || (sizeUnit === 'pieces' && sizeAmount === 1)) return ''
  return perUnit(each, currency, sizeUnit === 'pieces' ? 'piece' : sizeUnit)
}

/** `$0.48 per ml, $14.20 per fl oz`. */
export function unitPrices(priced: Priced): string {
  const { price, currency, facts } = priced
  const other = otherUnit[facts.sizeUnit]
  const each = priceOfOne(price, facts.sizeAmount)
  const second = other && each > 0 ? perUnit(each * other.amount, currency, other.unit) : ''
  return [unitPriceLine(priced), second].filter(Boolean).join(', ')
}

/** 0 where it is not known. */
function priceOfOne(price: string, sizeAmount: number | null): number {
  return sizeAmount && sizeAmount > 0 && /^\d+(?:\.\d+)?$/.test(price) ? Number(price) / sizeAmount : 0
}

function perUnit(price: number, currency: string, unit: string): string {
  const amount = formatPrice(currency === 'USD' ? price.toFixed(2) : String(price), currency)
  return /[1-9]/.test(amount) ? `${amount} per ${unit}` : ''
}
