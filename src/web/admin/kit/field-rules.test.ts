import { expect, test } from 'vitest'
import { CategoryInput } from '../../../contract/content/categories.ts'
import { IngredientInput } from '../../../contract/content/ingredients.ts'
import { PostInput } from '../../../contract/content/posts.ts'
import { ProductInput } from '../../../contract/shop/product-fields.ts'
import { isOptional } from './field-rules.ts'

test.each([
  ['a product', ProductInput, { name: false, price: true, affiliateLink: false, 'facts.brand': true }],
  ['a post', PostInput, { title: false, slug: false, excerpt: true, coverImage: false, metaTitle: true }],
  ['a category', CategoryInput, { name: false, description: true, imageUrl: true }],
  ['an ingredient', IngredientInput, { name: false, inci: true, 'sources.0.title': false, nothing: undefined }],
] as const)('%s: the schema says which fields may stay empty', (_, schema, fields) => {
  const found = Object.keys(fields).map((name) => [name, isOptional(schema, name)])
  expect(Object.fromEntries(found)).toEqual(fields)
})

test.each([
  ['a product', ProductInput, { currency: false, 'facts.sizeUnit': false, 'facts.fragranceFree': true }],
  ['a post', PostInput, { categoryId: true, label: false }],
  ['an ingredient', IngredientInput, { evidenceLevel: true }],
] as const)('%s: a choice is optional only if nothing can be chosen', (_, schema, fields) => {
  const found = Object.keys(fields).map((name) => [name, isOptional(schema, name, true)])
  expect(Object.fromEntries(found)).toEqual(fields)
})
