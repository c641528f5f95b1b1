import type { Product } from '../../../contract/shop/products.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../earnings/programs/programs.repo.ts'
import { findFailingUrls } from '../link-health/fallbacks.repo.ts'
import { type RowWithPicture, toProduct } from './product-rows.ts'

/** Products as visitors get them: with the fallback of a link that fails, and what the programs of their links say. */
export async function toPublicProducts(db: Db, rows: RowWithPicture[]): Promise<Product[]> {
  if (rows.length === 0) return []
  const programs = await readProgramLinks(db)
  const products = rows.map(toProduct)
  const failing = await findFailingUrls(db, products.flatMap(withFallback))
  return products.map((product) =>
    withRules(failing.has(product.affiliateLink) ? toFallback(product, failing) : product, programs),
  )
}

/** The two links of a product that has a fallback. */
function withFallback({ affiliateLink, facts: { fallbackUrl } }: Product): string[] {
  return fallbackUrl ? [affiliateLink, fallbackUrl] : []
}

/** The shop's name and the day of the price belong to the link that fails, so they go with it. */
function toFallback(product: Product, failing: ReadonlySet<string>): Product {
  const { affiliateLink, facts } = product
  if (!facts.fallbackUrl || failing.has(facts.fallbackUrl)) return product
  return {
    ...product,
    affiliateLink: facts.fallbackUrl,
    failedLink: affiliateLink,
    facts: { ...facts, shopName: '', priceCheckedOn: '' },
  }
}

function withRules(product: Product, programs: Awaited<ReturnType<typeof readProgramLinks>>): Product {
  const { affiliateLink, facts } = product
  const codeSlots = [affiliateLink, ...facts.otherShops.map((shop) => shop.link)].map(programs.slotOf)
  const otherShops = facts.otherShops.map((shop) =>
    shop.price && programs.hidesPrice(shop.link, shop.checkedOn) ? { ...shop, price: '', checkedOn: '' } : shop,
  )
  return {
    ...product,
    facts: { ...facts, otherShops },
    ...(codeSlots.some(Boolean) ? { codeSlots } : {}),
    ...(programs.hidesPrice(affiliateLink, facts.priceCheckedOn) ? { hidesPrice: true } : {}),
  }
}
