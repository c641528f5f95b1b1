import { queryOptions } from '@tanstack/react-query'
import { findIngredient, listIngredients } from '../../contract/content/ingredient-endpoints.ts'
import type { Ingredient, IngredientPost } from '../../contract/content/ingredients.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { memoized, type ProductCardData, toProductCard, withoutPlaceholder } from './page-data.ts'

type ArticleCard = Omit<IngredientPost, 'excerpt'>

export type IngredientPageData = Omit<Ingredient, 'products' | 'posts'> & {
  products: ProductCardData[]
  posts: ArticleCard[]
}

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
    posts: page.posts.map(({ excerpt: _excerpt, ...post }) =>
      withoutPlaceholder(post.picture ? { ...post, coverImage: '' } : post),
    ),
    products: page.products.map((product) => withoutPlaceholder(toProductCard(product))),
  }),
)
