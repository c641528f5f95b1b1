import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { Slug } from '../platform/paths.ts'
import { charactersUpTo, itemsUpTo, line, noNul, pictureAddress, typed } from '../platform/text-fields.ts'
import { Picture } from './pictures.ts'

export const Category = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  picture: z.nullable(Picture),
})
export type Category = z.infer<typeof Category>

/** A category as the owner sees it. `postCount` includes drafts. */
export const OwnerCategory = z.extend(Category, {
  position: z.number(),
  postCount: z.number(),
  updatedAt: z.string(),
})
export type OwnerCategory = z.infer<typeof OwnerCategory>

function optionalText(max: number) {
  return z._default(z.string('Invalid input').check(typed(), charactersUpTo(max), noNul()), '')
}

/** A category as the owner sends it. */
export const CategoryInput = z.object({
  name: line(2, 60, 'Name must be at least 2 characters'),
  slug: z.string({ error: 'Required' }).check(
    typed(),
    z.minLength(2, 'Slug must be at least 2 characters'),
    charactersUpTo(80),
    z.regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'Use lowercase letters, digits and single hyphens'),
    // Digits alone are an id.
    z.regex(/\p{L}/u, 'A slug needs at least one letter'),
  ),
  description: optionalText(300),
  imageUrl: z._default(
    pictureAddress({
      max: 2000,
      message: 'Use an image of the media library or an address with https://',
      isOptional: true,
    }),
    '',
  ),
  imageAlt: optionalText(300),
})
export type CategoryInput = z.infer<typeof CategoryInput>

/** All categories, each once, in their new order. */
export const CategoryOrder = z.object({
  ids: z.array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))).check(z.minLength(1), itemsUpTo(1000)),
})
export type CategoryOrder = z.infer<typeof CategoryOrder>

/** Why a category cannot be deleted (409): its posts by title, at most 100 of `total`. */
export const CategoryInUse = z.object({
  message: z.string(),
  total: z.number(),
  posts: z.array(z.object({ id: z.number(), title: z.string() })),
})
export type CategoryInUse = z.infer<typeof CategoryInUse>

export const listCategories = publicRead('/categories', {
  summary: 'All categories, in the owner’s order',
  dependsOn: ['categories', 'images'],
  cacheable: true,
  responses: { 200: json('The categories', z.array(Category)) },
})

export const listOwnerCategories = ownerRead('/categories', {
  when: 'status',
  summary: 'All categories with the number of their posts, drafts included',
  query: z.object({ status: z.literal('all') }),
  responses: { 200: json('The categories', z.array(OwnerCategory)) },
})

export const findCategory = publicRead('/categories/:slugOrId', {
  summary: 'One category. An earlier slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slugOrId: Slug },
  notFound: 'Category not found',
  dependsOn: ['categories', 'images'],
  cacheable: true,
  responses: { 200: json('The category', Category) },
})

const taken = failure(
  'The name or slug belongs to another category (see `issues`), or the Idempotency-Key to another request',
)

export const createCategory = ownerWrite('POST', '/categories', {
  summary: 'Create a category, at the end of the order',
  body: CategoryInput,
  idempotent: true,
  purges: ['categories'],
  softPurge: true,
  audit: 'Created category “…”',
  responses: { 201: json('Created', OwnerCategory), 422: taken },
})

export const saveCategory = ownerWrite('PUT', '/categories/:id', {
  summary: 'Save a category. Its former slug redirects to the new one',
  body: CategoryInput,
  idempotent: true,
  notFound: 'Category not found',
  purges: ['categories'],
  softPurge: true,
  audit: 'Changed category “…”',
  responses: { 200: json('Saved', OwnerCategory), 422: taken },
})

export const reorderCategories = ownerWrite('PUT', '/categories/order', {
  summary: 'Reorder all categories',
  body: CategoryOrder,
  idempotent: true,
  purges: ['categories'],
  softPurge: true,
  audit: 'Changed the order of the categories',
  responses: { 200: json('Done', Empty), 409: failure('The ids are not those of the current categories') },
})

export const deleteCategory = ownerWrite('DELETE', '/categories/:id', {
  summary: 'Delete a category without posts',
  idempotent: true,
  notFound: 'Category not found',
  purges: ['categories'],
  audit: 'Deleted category “…”',
  responses: { 200: json('Deleted', Empty), 409: json('It has posts; deleted ones do not count', CategoryInUse) },
})

export const mergeCategory = ownerWrite('POST', '/categories/:id/merge', {
  summary:
    'Merge a category into another one: posts, menus and tracking IDs move to it, and the address redirects to its address',
  body: z.object({
    into: z.number('Please choose a category').check(z.int(), z.gte(1), z.lte(2_147_483_647)),
  }),
  idempotent: true,
  notFound: 'Category not found',
  purges: ['categories', 'posts', 'pages', 'settings'],
  audit: 'Merged category “…”',
  responses: {
    200: json('The category that has the posts now', OwnerCategory),
    422: failure('There is no other category of that id, or the Idempotency-Key belongs to another request'),
  },
})

export const restoreCategory = ownerWrite('POST', '/categories/:id/restore', {
  summary: 'Restore a deleted category',
  idempotent: true,
  notFound: 'Category not found',
  purges: ['categories'],
  softPurge: true,
  audit: 'Brought back category “…”',
  responses: { 200: json('Restored', Empty), 409: failure('Its name or slug belongs to another category') },
})
