import type { Product } from '../../../contract/products.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../earnings/programs/programs.repo.ts'
import { type RowWithPicture, toProduct } from './product-rows.ts'

/** Products as visitors get them: with what the programs of their links say. */
export async function toPublicProducts(db: Db, rows: RowWithPicture[]): Promise<Product[]> {
  if (rows.length === 0) return []
  const programs = await readProgramLinks(db)
  return rows.map((row) => withRules(toProduct(row), programs))
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
