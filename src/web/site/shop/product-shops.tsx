import { formatDay } from '../../../contract/platform/format-day.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import type { ProductPageData } from '../../data/shop.ts'
import { AffiliateLink } from './affiliate-link.tsx'

/** Every shop that sells the product, the specified link first. */
export function ProductShops({ product }: { product: ProductPageData }) {
  const { id, name, currency, affiliateLink, facts, codeSlots = [], hidesPrice } = product
  const price = hidesPrice ? '' : product.price
  const shops = [
    { name: facts.shopName, link: affiliateLink, price, currency, checkedOn: facts.priceCheckedOn },
    ...facts.otherShops,
  ]
  return (
    <ul className="product-shops">
      {shops.map((shop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shop may stand there twice
        <li key={index}>
          <p>
            {shop.price && <b className="tabular-nums">{formatPrice(shop.price, shop.currency)}</b>}
            {shop.name && <span dir="auto"> at {shop.name}</span>}
            {shop.price && shop.checkedOn && (
              <small>
                price checked on <time dateTime={shop.checkedOn}>{formatDay(shop.checkedOn)}</time>
              </small>
            )}
          </p>
          <AffiliateLink
            product={{ id, affiliateLink: shop.link, ...(codeSlots[index] && { codeSlot: codeSlots[index] }) }}
            placement="product-page"
            sourceId={id}
            className={index === 0 ? 'button button-primary product-button' : 'shop-link'}
          >
            Shop Now
            <span className="sr-only">{`: ${name}${shop.name && ` at ${shop.name}`} (opens in a new tab)`}</span>
          </AffiliateLink>
        </li>
      ))}
    </ul>
  )
}
