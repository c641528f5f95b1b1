import { slugOf } from '../product-slugs.repo.ts'
import type { ProductRow } from './match-products.ts'
import type { RowPlan } from './plan-row.ts'

/**
 * Refuses rows that give a product the slug of another one. A new product with such a slug, as a file of another site has it,
 * gets one of its own: an empty slug is made from the name.
 */
export function checkSlugs(rowPlans: RowPlan[], products: ProductRow[]): RowPlan[] {
  const owners = new Map<string, { key: number | RowPlan; name: string }>(
    products.map((product) => [slugOf(product), { key: product.id, name: product.name }]),
  )
  return rowPlans.map((rowPlan) => {
    const { input, product, notes } = rowPlan
    if (!input || input.slug === '') return rowPlan
    const key = product?.id ?? rowPlan
    const owner = owners.get(input.slug)
    if (!owner) owners.set(input.slug, { key, name: input.name })
    if (!owner || owner.key === key) return rowPlan
    const sentence = `Slug: “${input.slug}” belongs to “${owner.name}”`
    if (product) return { ...rowPlan, input: undefined, isChanged: false, rejection: 'refused', reasons: [sentence] }
    return {
      ...rowPlan,
      input: { ...input, slug: '' },
      notes: [...notes, `${sentence}; this one gets a slug of its own`],
    }
  })
}
