import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { Slug } from './paths.ts'
import { Picture } from './pictures.ts'
import { line, noNul } from './text-fields.ts'

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

/** What `GET /api/categories` reads: with a `status` the list is the owner's. */
export const CategoryListQuery = z.object({ status: z.optional(z.literal('all')) })

/** A category as its owner has it. `postCount` counts drafts too, and no deleted post. */
export const OwnerCategory = z.extend(Category, {
  position: z.number(),
  postCount: z.number(),
  updatedAt: z.string(),
})
export type OwnerCategory = z.infer<typeof OwnerCategory>

function optionalText(max: number) {
  return z._default(
    z.string('Invalid input').check(z.trim(), z.maxLength(max, `Please keep this under ${max} characters`), noNul()),
    '',
  )
}

/** A category as the owner sends it. */
export const CategoryInput = z.object({
  name: line(2, 60, 'Name must be at least 2 characters'),
  slug: z.string({ error: 'Required' }).check(
    z.trim(),
    z.minLength(2, 'Slug must be at least 2 characters'),
    z.maxLength(80, 'Please keep this under 80 characters'),
    z.regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'Use lowercase letters, digits and single hyphens'),
    // A number would be taken for an id.
    z.regex(/\p{L}/u, 'A slug needs at least one letter'),
  ),
  description: optionalText(300),
  imageUrl: optionalText(2000).check(
    z.refine(
      (address) => address === '' || /^(?:https?:\/\/[^\s\\]+|\/(?!\/)[^\s\\]*)$/i.test(address),
      'Use an image of the media library or an address with https://',
    ),
  ),
  imageAlt: optionalText(300),
})
export type CategoryInput = z.infer<typeof CategoryInput>

/** Every category, once, in the order in which it is to stand. */
export const CategoryOrder = z.object({
  ids: z.array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))).check(z.minLength(1), z.maxLength(1000)),
})
export type CategoryOrder = z.infer<typeof CategoryOrder>

/** Why a category cannot be deleted (409): the posts that stand in it, at most 100 of `total`, by title. */
export const CategoryInUse = z.object({
  message: z.string(),
  total: z.number(),
  posts: z.array(z.object({ id: z.number(), title: z.string() })),
})
export type CategoryInUse = z.infer<typeof CategoryInUse>

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: 'public',
  summary: 'All categories, in the owner’s order',
  dependsOn: ['categories', 'images'],
  cacheable: true,
  responses: { 200: json('The categories', z.array(Category)) },
})

export const listOwnerCategories = endpoint({
  method: 'GET',
  path: '/categories',
  when: 'status',
  access: 'owner',
  summary: 'All categories with the number of their posts, drafts included',
  query: z.object({ status: z.literal('all') }),
  responses: { 200: json('The categories', z.array(OwnerCategory)) },
})

export const findCategory = endpoint({
  method: 'GET',
  path: '/categories/:slugOrId',
  access: 'public',
  summary: 'One category. An earlier slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slugOrId: Slug },
  notFound: 'Category not found',
  dependsOn: ['categories', 'images'],
  cacheable: true,
  responses: { 200: json('The category', Category) },
})
