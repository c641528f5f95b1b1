import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { Slug } from '../platform/paths.ts'
import { rowEndpoints } from '../platform/row-endpoints.ts'
import { charactersUpTo, noNul, wellFormed } from '../platform/text-fields.ts'
import {
  INGREDIENT_LIST_MAX,
  Ingredient,
  IngredientInput,
  IngredientSummary,
  IngredientUses,
  OwnerIngredient,
  OwnerIngredientListQuery,
  RecognisedIngredients,
} from './ingredients.ts'

export const ingredientRows = rowEndpoints({
  one: 'an ingredient',
  many: 'ingredients',
  input: IngredientInput,
  row: OwnerIngredient,
  query: OwnerIngredientListQuery,
  details: { remove: 'products keep its name', restoreSome: 'none where another ingredient has one of their names' },
})

export const listIngredients = publicRead('/ingredients', {
  summary: 'Active ingredients by name',
  dependsOn: ['ingredients'],
  cacheable: true,
  responses: { 200: json('The ingredients', z.array(IngredientSummary)) },
})

export const findIngredient = publicRead('/ingredients/:slug', {
  summary:
    'One active ingredient with the products and articles that have it. An earlier slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Ingredient not found',
  dependsOn: ['ingredients', 'products', 'posts', 'images'],
  cacheable: true,
  responses: { 200: json('The ingredient', Ingredient) },
})

export const findIngredientUses = ownerRead('/ingredients/:id/uses', {
  summary: 'The products that have an ingredient and the published posts that mention it',
  notFound: 'Ingredient not found',
  responses: { 200: json('Its uses', IngredientUses) },
})

export const recogniseIngredients = ownerWrite('POST', '/ingredients/recognise', {
  summary: 'Find the known ingredients of a pasted ingredient list; changes nothing',
  body: z.object({
    text: z
      .string('Invalid input')
      .check(z.minLength(1, 'Required'), charactersUpTo(INGREDIENT_LIST_MAX), noNul(), wellFormed()),
  }),
  purges: [],
  audit: 'Recognised the names of an ingredient list',
  auditMerge: true,
  responses: { 200: json('The names', RecognisedIngredients) },
})
