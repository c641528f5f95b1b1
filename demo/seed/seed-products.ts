import { dayIn } from '../../src/contract/platform/days.ts'
import { type OtherShop, ProductFacts } from '../../src/contract/shop/product-facts.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import { freeSlug, listSlugs } from '../../src/server/app/demo/restore-demo.ts'
import { nextPosition } from '../../src/server/platform/db/positions.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { DAY_MS } from '../../src/server/platform/durations.ts'
import { storeDerivedRows } from '../../src/server/shop/products/derived-rows.repo.ts'
import { statedFacts } from '../../src/server/shop/products/product-facts.ts'
import { createProduct } from '../../src/server/shop/products/products.repo.ts'
import { type ShopHost, shopNames } from '../content/product-facts.ts'
import { type DemoProduct, demoProducts } from '../content/products.ts'
import { SHARED_TRACKING_ID } from '../content/programs.ts'

type ProductSeed = { urlOf: (name: string) => string; today: Date }

/** Inserts the products at the end of the shop, after the ingredients that they name. Returns their ids by slug. */
export async function seedProducts(db: Db, seed: ProductSeed): Promise<Map<string, number>> {
  const now = seed.today.toISOString()
  const ids = new Map<string, number>()
  const first = await nextPosition(db, 'products')
  const taken = await listSlugs(db, 'products')
  for (const [index, product] of demoProducts.entries()) {
    const facts = toFacts(product, seed)
    const id = await createProduct(db, {
      name: product.name,
      category: product.category,
      price_minor: product.price ?? 0,
      currency: 'USD',
      image_url: seed.urlOf(`product/${product.slug}`),
      image_alt: product.imageAlt,
      affiliate_link: product.affiliateLink,
      is_active: product.isActive,
      slug: freeSlug(product.slug, taken),
      facts: JSON.stringify(statedFacts(facts)),
      rating_halves: facts.rating === null ? null : facts.rating * 2,
      position: first + index,
      created_at: now,
      updated_at: now,
    })
    ids.set(product.slug, id)
  }
  await storeDerivedRows(db, [...ids.values()])
  await recordDemoRows(db, 'products', [...ids.values()])
  return ids
}

/** The facts as a save of the form would store them; throws for one that the form would refuse. */
export function toFacts(product: DemoProduct, { urlOf, today }: ProductSeed): ProductFacts {
  const { size, checkedDaysAgo, otherShops = [], ...said } = product.facts
  const [sizeAmount, sizeUnit] = size
  const shops: OtherShop[] = otherShops.map((other) => ({
    name: shopNames[other.shop],
    link: linkAt(other.shop, product.slug),
    price: 'price' in other ? (other.price / 100).toFixed(2) : '',
    currency: 'USD',
    checkedOn: 'price' in other ? dayBefore(today, other.checkedDaysAgo) : '',
  }))
  return ProductFacts.parse({
    ...said,
    brand: product.brand,
    sizeAmount,
    sizeUnit,
    shopName: shopNames[new URL(product.affiliateLink).host as ShopHost],
    priceCheckedOn: product.price === undefined ? '' : dayBefore(today, checkedDaysAgo),
    otherShops: shops,
    moreImages: product.hasTexture ? [urlOf(`texture/${product.slug}`)] : [],
  })
}

function linkAt(shop: ShopHost, slug: string): string {
  return `https://${shop}/${slug}?${shop === 'beauty.example' ? `tag=${SHARED_TRACKING_ID}` : 'ref=dewlight'}`
}

function dayBefore(today: Date, days: number): string {
  return dayIn(DEMO_TIME_ZONE, new Date(today.getTime() - days * DAY_MS))
}
