import { formatPrice } from '../shop/format-price.ts'
import type { Product } from '../shop/products.ts'

type Sold = Pick<Product, 'affiliateLink' | 'failedLink' | 'price' | 'currency' | 'facts' | 'offers'>

/** A shop that sells a product, as blocks show it. */
export type ShownOffer = {
  link: string
  /** '' where it is not named. */
  shop: string
  /** `$24.00`; '' where none is shown. */
  price: string
  /** Stands in place of a price that is not shown: `See price at Fernway`, or ''. */
  instead: string
  /** The word of its button. */
  button: string
  checkedOn: string
  /** Whether another shop is dearer and none is cheaper, among the prices that are shown. */
  isLowest: boolean
}

/** The shops of a product, that of its affiliate link first. A fallback link has no price, since the stored one is that of the failed link. */
export function shownOffers(product: Sold): [ShownOffer, ...ShownOffer[]] {
  const { affiliateLink, failedLink, price, currency, facts, offers = [] } = product
  const first = failedLink
    ? { name: '', price: '', currency: '', checkedOn: '' }
    : { name: facts.shopName, price, currency, checkedOn: facts.priceCheckedOn }
  const shops = [{ ...first, link: affiliateLink }, ...facts.otherShops]
  const lowest = lowestOf(shops)
  const shown = shops.map((shop, index) => ({
    link: shop.link,
    shop: shop.name,
    price: shop.price && formatPrice(shop.price, shop.currency),
    instead: shop.price ? '' : (offers[index]?.instead ?? ''),
    button: offers[index]?.button ?? 'Shop Now',
    checkedOn: shop.checkedOn,
    isLowest: shop.price !== '' && Number(shop.price) === lowest,
  }))
  return shown as [ShownOffer, ...ShownOffer[]]
}

/** Undefined where the shown prices are in several currencies or all alike. */
function lowestOf(shops: readonly { price: string; currency: string }[]): number | undefined {
  const priced = shops.filter(({ price }) => price !== '')
  if (new Set(priced.map(({ currency }) => currency)).size !== 1) return undefined
  const prices = priced.map(({ price }) => Number(price))
  const lowest = Math.min(...prices)
  return lowest < Math.max(...prices) ? lowest : undefined
}

/** `Shop Now at Fernway`, without the shop where the button names it already, or no price is shown. */
export function buttonWords({ button, shop, price }: Pick<ShownOffer, 'button' | 'shop' | 'price'>): string {
  return button === 'Shop Now' && shop && price ? `${button} at ${shop}` : button
}

/** `$12.50 · Petal Market`, or what stands in place of a price that is not shown, unless the button says it too. */
export function shortPriceLine({ price, shop, instead, button }: Omit<ShownOffer, 'link' | 'isLowest'>): string {
  if (price) return [price, shop].filter(Boolean).join(' · ')
  return instead === button ? '' : instead
}
