import type { QueryClient } from '@tanstack/react-query'
import { ingredientQuery, ingredientsQuery } from '../../data/ingredients.ts'
import type { Queries } from '../../data/queries.ts'
import { ingredientHref } from '../../hrefs.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }

export async function loadIngredients({ queryClient, queries, query }: Context) {
  await queryClient.prefetchQuery(ingredientsQuery(queries.read))
  return query.get('q') ? ({ status: 200, isKnown: false } as const) : undefined
}

export async function loadIngredient({ queryClient, queries }: Context, slug: string) {
  const ingredient = await queryClient.fetchQuery(ingredientQuery(queries.read, slug))
  if (!ingredient) return { status: 404 } as const
  if (ingredient.slug === slug) return undefined
  queryClient.setQueryData(ingredientQuery(queries.read, ingredient.slug).queryKey, ingredient)
  return { status: 301, location: ingredientHref(ingredient.slug) } as const
}
