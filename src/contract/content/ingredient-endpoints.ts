import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { bulkWrite } from '../platform/lists.ts'
import { Slug } from '../platform/paths.ts'
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

export const listIngredients = publicRead('/ingredients', {
  summary: 'Active ingredients by name',
  dependsOn: ['ingredients'],
  cacheable: true,
  responses: { 200: json('The ingredients', z.array(IngredientSummary)) },
})

export const listOwnerIngredients = ownerRead('/ingredients', {
  when: 'status',
  summary: 'The owner’s list of ingredients, inactive ones included',
  query: OwnerIngredientListQuery,
  list: true,
  responses: { 200: json('The ingredients', z.array(OwnerIngredient)) },
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

export const findIngredientSource = ownerRead('/ingredients/:id/source', {
  summary: 'One ingredient, to edit it',
  notFound: 'Ingredient not found',
  versioned: true,
  responses: { 200: json('The ingredient', OwnerIngredient) },
})

export const findIngredientUses = ownerRead('/ingredients/:id/uses', {
  summary: 'The products that have an ingredient and the published posts that mention it',
  notFound: 'Ingredient not found',
  responses: { 200: json('Its uses', IngredientUses) },
})

const taken = failure(
  'The name belongs to another ingredient, or there is no room for one more (see `issues`), or the Idempotency-Key belongs to another request',
)

export const createIngredient = ownerWrite('POST', '/ingredients', {
  summary: 'Create an ingredient',
  body: IngredientInput,
  idempotent: true,
  versioned: true,
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Created ingredient “…”',
  responses: { 201: json('Created', OwnerIngredient), 422: taken },
})

export const saveIngredient = ownerWrite('PUT', '/ingredients/:id', {
  summary:
    'Save an ingredient. With If-Match only if it is still of that version; the former slug of a renamed one redirects to the new one',
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

export const deleteIngredient = ownerWrite('DELETE', '/ingredients/:id', {
  summary: 'Delete an ingredient; products keep its name',
  idempotent: true,
  notFound: 'Ingredient not found',
  purges: ['ingredients'],
  audit: 'Deleted ingredient “…”',
  responses: { 200: json('Deleted', Empty) },
})

const nameTaken = failure('Another ingredient has its name by now; none was restored')

export const restoreIngredient = ownerWrite('POST', '/ingredients/:id/restore', {
  summary: 'Restore a deleted ingredient',
  idempotent: true,
  notFound: 'Ingredient not found',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Brought back ingredient “…”',
  responses: { 200: json('Restored', Empty), 409: nameTaken },
})

export const deleteIngredients = bulkWrite('/ingredients/delete', {
  summary: 'Delete several ingredients',
  purges: ['ingredients'],
  audit: 'Deleted ingredients “…”',
})

export const restoreIngredients = bulkWrite(
  '/ingredients/restore',
  {
    summary: 'Restore several deleted ingredients, or none where another ingredient has one of their names',
    purges: ['ingredients'],
    softPurge: true,
    audit: 'Brought back ingredients “…”',
  },
  { 409: nameTaken },
)

export const activateIngredients = bulkWrite('/ingredients/activate', {
  summary: 'Show several ingredients to readers',
  purges: ['ingredients'],
  softPurge: true,
  audit: 'Activated ingredients “…”',
})

export const deactivateIngredients = bulkWrite('/ingredients/deactivate', {
  summary: 'Hide several ingredients from readers',
  purges: ['ingredients'],
  audit: 'Deactivated ingredients “…”',
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
