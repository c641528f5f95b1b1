import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from '../platform/endpoint.ts'
import { bulkAction } from '../platform/lists.ts'
import { Id, Slug } from '../platform/paths.ts'
import { charactersUpTo, noNul, wellFormed } from '../platform/text-fields.ts'
import {
  INGREDIENT_LIST_MAX,
  Ingredient,
  IngredientConflict,
  IngredientInput,
  IngredientSummary,
  IngredientUses,
  OwnerIngredient,
  OwnerIngredientListQuery,
  RecognisedIngredients,
} from './ingredients.ts'

export const listIngredients = endpoint({
  method: 'GET',
  path: '/ingredients',
  access: 'public',
  summary: 'Active ingredients by name',
  dependsOn: ['ingredients'],
  cacheable: true,
  responses: { 200: json('The ingredients', z.array(IngredientSummary)) },
})

export const listOwnerIngredients = endpoint({
  method: 'GET',
  path: '/ingredients',
  when: 'status',
  access: 'owner',
  summary: 'The owner’s list of ingredients, inactive ones included',
  query: OwnerIngredientListQuery,
  list: true,
  responses: { 200: json('The ingredients', z.array(OwnerIngredient)) },
})

export const findIngredient = endpoint({
  method: 'GET',
  path: '/ingredients/:slug',
  access: 'public',
  summary:
    'One active ingredient with the products and articles that have it. An earlier slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Ingredient not found',
  dependsOn: ['ingredients', 'products', 'posts', 'images'],
  cacheable: true,
  responses: { 200: json('The ingredient', Ingredient) },
})

export const findIngredientSource = endpoint({
  method: 'GET',
  path: '/ingredients/:id/source',
  access: 'owner',
  summary: 'One ingredient, to edit it',
  params: { id: Id },
  notFound: 'Ingredient not found',
  versioned: true,
  responses: { 200: json('The ingredient', OwnerIngredient) },
})

export const findIngredientUses = endpoint({
  method: 'GET',
  path: '/ingredients/:id/uses',
  access: 'owner',
  summary: 'The products that have an ingredient and the published posts that mention it',
  params: { id: Id },
  notFound: 'Ingredient not found',
  responses: { 200: json('Its uses', IngredientUses) },
})

const taken = failure(
  'The name belongs to another ingredient, or there is no room for one more (see `issues`), or the Idempotency-Key belongs to another request',
)

export const createIngredient = endpoint({
  method: 'POST',
  path: '/ingredients',
  access: 'owner',
  summary: 'Create an ingredient',
  body: IngredientInput,
  idempotent: true,
  versioned: true,
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Created ingredient “…”',
  responses: { 201: json('Created', OwnerIngredient), 422: taken },
})

export const saveIngredient = endpoint({
  method: 'PUT',
  path: '/ingredients/:id',
  access: 'owner',
  summary:
    'Save an ingredient. With If-Match only if it is still of that version; the former slug of a renamed one redirects to the new one',
  params: { id: Id },
  body: IngredientInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Ingredient not found',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Changed ingredient “…”',
  responses: {
    200: json('Saved', OwnerIngredient),
    409: json(
      'The ingredient was saved since the version that If-Match names; `current` is its present state',
      IngredientConflict,
    ),
    422: taken,
  },
})

export const deleteIngredient = endpoint({
  method: 'DELETE',
  path: '/ingredients/:id',
  access: 'owner',
  summary: 'Delete an ingredient; products keep its name',
  params: { id: Id },
  idempotent: true,
  notFound: 'Ingredient not found',
  purges: ['ingredients'],
  audit: 'Deleted ingredient “…”',
  responses: { 200: json('Deleted', Empty) },
})

const nameTaken = failure('Another ingredient has its name by now; none was restored')

export const restoreIngredient = endpoint({
  method: 'POST',
  path: '/ingredients/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted ingredient',
  params: { id: Id },
  idempotent: true,
  notFound: 'Ingredient not found',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Brought back ingredient “…”',
  responses: { 200: json('Restored', Empty), 409: nameTaken },
})

export const deleteIngredients = endpoint({
  method: 'POST',
  path: '/ingredients/delete',
  summary: 'Delete several ingredients',
  purges: ['ingredients'],
  audit: 'Deleted ingredients “…”',
  ...bulkAction,
})

export const restoreIngredients = endpoint({
  method: 'POST',
  path: '/ingredients/restore',
  summary: 'Restore several deleted ingredients, or none where another ingredient has one of their names',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Brought back ingredients “…”',
  ...bulkAction,
  responses: { ...bulkAction.responses, 409: nameTaken },
})

export const activateIngredients = endpoint({
  method: 'POST',
  path: '/ingredients/activate',
  summary: 'Show several ingredients to readers',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Activated ingredients “…”',
  ...bulkAction,
})

export const deactivateIngredients = endpoint({
  method: 'POST',
  path: '/ingredients/deactivate',
  summary: 'Hide several ingredients from readers',
  purges: ['ingredients'],
  audit: 'Deactivated ingredients “…”',
  ...bulkAction,
})

export const recogniseIngredients = endpoint({
  method: 'POST',
  path: '/ingredients/recognise',
  access: 'owner',
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
