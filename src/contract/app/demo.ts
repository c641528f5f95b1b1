import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** Demo content that the owner has edited. */
export const EditedDemo = z.object({
  kind: z.enum(['posts', 'products', 'ingredients', 'routines', 'categories', 'images']),
  id: z.number(),
  title: z.string(),
})
export type EditedDemo = z.infer<typeof EditedDemo>

/** The demo content of the site. */
export const DemoContent = z.object({
  /** The number of rows of each kind; all are zero without demo content. */
  counts: z.object({
    posts: z.number(),
    products: z.number(),
    ingredients: z.number(),
    routines: z.number(),
    categories: z.number(),
    images: z.number(),
    messages: z.number(),
    subscribers: z.number(),
    newsletters: z.number(),
  }),
  isPresent: z.boolean(),
  /** Rows that the owner has edited since; a removal keeps them unless told otherwise. */
  edited: z.array(EditedDemo),
  /** Until when a removal can be undone; null without one. */
  undoUntil: z.nullable(z.string()),
})
export type DemoContent = z.infer<typeof DemoContent>

export const findDemo = ownerRead('/demo', {
  summary: 'The demo content: what of it is in place and what the owner has edited',
  responses: { 200: json('The demo content', DemoContent) },
})

/** Everything a reader sees may change. */
const everything = [
  'posts',
  'pages',
  'newsletters',
  'categories',
  'products',
  'ingredients',
  'routines',
  'images',
  'settings',
  'users',
] as const

export const addDemo = ownerWrite('POST', '/demo', {
  summary: 'Add the demo content, or bring back what was removed within a day; no effect where it is in place',
  idempotent: true,
  purges: everything,
  audit: 'Added the demo content',
  responses: {
    200: json('The demo content after it', DemoContent),
    409: failure('This installation comes without demo content'),
  },
})

export const removeDemo = ownerWrite('DELETE', '/demo', {
  summary: 'Remove the demo content; it can be brought back for a day',
  query: z.object({
    /** Whether what the owner has edited stays. */
    edited: z._default(z.enum(['keep', 'remove']), 'keep'),
  }),
  idempotent: true,
  purges: everything,
  audit: 'Removed the demo content',
  responses: { 200: json('The demo content after it', DemoContent) },
})

export const undoDemoRemoval = ownerWrite('POST', '/demo/undo', {
  summary: 'Bring back the demo content that was removed within a day; no effect where nothing was',
  idempotent: true,
  purges: everything,
  audit: 'Brought back the demo content',
  responses: { 200: json('The demo content after it', DemoContent) },
})
