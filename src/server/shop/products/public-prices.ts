import type { OfferWords } from '../../../contract/shop/offers.ts'
import type { OtherShop } from '../../../contract/shop/product-facts.ts'
import type { Product } from '../../../contract/shop/products.ts'
import type { readProgramLinks } from '../earnings/programs/programs.repo.ts'

type Rules = Pick<Awaited<ReturnType<typeof readProgramLinks>>, 'hidesPrice' | 'shopOf'>

/** A price next to its link. */
export type PricedLink = {
  affiliateLink: string
  /** The link whose fallback `affiliateLink` is: the price is the one of its shop. */
  failedLink?: string | undefined
  checkedOn: string
  updatedAt: string
}

/** Whether the program of one of its links forbids to show the price of a product. */
export function hidesPriceOf({ affiliateLink, failedLink, ...age }: PricedLink, rules: Rules): boolean {
  return rules.hidesPrice(affiliateLink, age) || (failedLink !== undefined && rules.hidesPrice(failedLink, age))
}

type PriceRules = Pick<PricedLink, 'checkedOn' | 'updatedAt'> & { rules: Rules }

/**
 * A product without the prices that the programs of its links forbid, and with the words of its links. `checkedOn` is the day
 * of its price, which the product itself does not state next to a fallback.
 */
export function withPublicPrices(product: Product, { rules, updatedAt, checkedOn }: PriceRules): Product {
  const { affiliateLink, failedLink, facts } = product
  const isShown = product.price !== '' && !hidesPriceOf({ affiliateLink, failedLink, checkedOn, updatedAt }, rules)
  const otherShops = facts.otherShops.map((shop) => {
    const isHidden = shop.price !== '' && rules.hidesPrice(shop.link, { checkedOn: shop.checkedOn, updatedAt })
    return isHidden ? { ...shop, ...noPrice, checkedOn: '' } : shop
  })
  const offers = [
    wordsOf({ name: facts.shopName, link: affiliateLink, isShown }, rules),
    ...otherShops.map((shop) => wordsOf({ ...shop, isShown: shop.price !== '' }, rules)),
  ]
  return {
    ...product,
    ...(isShown ? {} : noPrice),
    facts: { ...facts, otherShops, ...(isShown ? {} : { priceCheckedOn: '' }) },
    ...(offers.some((words) => Object.keys(words).length > 0) ? { offers } : {}),
  }
}

const noPrice = { price: '', currency: '' }

type Offer = Pick<OtherShop, 'name' | 'link'> & { isShown: boolean }

function wordsOf({ name, link, isShown }: Offer, rules: Rules): OfferWords {
  const shop = rules.shopOf(link)
  return {
    ...(isShown ? {} : { instead: `See price at ${shop || name || 'the shop'}` }),
    ...(shop ? { button: `View on ${shop}` } : {}),
  }
}
