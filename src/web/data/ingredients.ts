import { queryOptions } from '@tanstack/react-query'
import { findIngredient, listIngredients } from '../../contract/content/ingredient-endpoints.ts'
import type { Ingredient } from '../../contract/content/ingredients.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { memoized, type ProductCardData, toProductCard, withoutPlaceholder } from './page-data.ts'

export type IngredientPageData = Omit<Ingredient, 'products'> & { products: ProductCardData[] }

export function ingredientsQuery(read: Read) {
  return queryOptions({ queryKey: ['/api/ingredients'], queryFn: () => read(listIngredients) })
}

/** Null if there is none. */
export function ingredientQuery(read: Read, slug: string) {
  return queryOptions({
    queryKey: ['/api/ingredients', slug],
    queryFn: async () => {
      const ingredient = await read(findIngredient, { params: { slug } })
      return ingredient ? toIngredientPage(ingredient) : null
    },
  })
}

const toIngredientPage = memoized(
  (page: Ingredient): IngredientPageData => ({
    ...page,
    products: page.products.map((product) => withoutPlaceholder(toProductCard(product))),
  }),
)
