import { isDeepStrictEqual } from 'node:util'
import { blankFacts, ProductFacts, type ProductFactsInput } from '../../../contract/shop/product-facts.ts'

/** Facts from their column; an invalid fact is left out, so that pages still render. */
export function parseFacts(json: string): ProductFacts {
  const stored: unknown = JSON.parse(json)
  const result = ProductFacts.safeParse(stored)
  if (result.success) return result.data
  const faulty = new Set(result.error.issues.map(({ path }) => path[0]))
  const valid = Object.entries(stored as object).filter(([name]) => !faulty.has(name))
  const repaired = ProductFacts.safeParse(Object.fromEntries(valid))
  return repaired.success ? repaired.data : blankFacts
}

/** The facts that say something: what is stored, and what older versions of a product are compared with. */
export function statedFacts(facts: ProductFacts): Partial<ProductFacts> {
  const stated = Object.entries(facts).filter(
    ([name, value]) => !isDeepStrictEqual(value, blankFacts[name as keyof ProductFacts]),
  )
  return Object.fromEntries(stated)
}

/** The facts after a request, which keeps those that it leaves out. */
export function mergeFacts(stored: ProductFacts, input: ProductFactsInput = {}): ProductFacts {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return { ...stored, ...Object.fromEntries(given) }
}
