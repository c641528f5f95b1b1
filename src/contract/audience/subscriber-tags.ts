import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { itemsUpTo, line } from '../platform/text-fields.ts'

/** Tags of one subscriber. */
export const TAGS_MAX = 20
/** Characters of a tag. */
export const TAG_MAX = 40

/** Lower case; without the separators of lists, so that an export can be imported again. */
export const Tag = line(1, TAG_MAX, 'Please write a tag').check(
  z.toLowerCase(),
  z.refine((tag) => !/[,;]/.test(tag), 'Please write a tag without commas and semicolons'),
)

export const Tags = z.pipe(
  z.array(Tag).check(z.overwrite((tags) => [...new Set(tags)])),
  z.array(z.string()).check(itemsUpTo(TAGS_MAX)),
)

export const listTags = ownerRead('/subscribers/tags', {
  summary: 'The tags of subscribers with their number, the 500 most frequent in alphabetical order',
  responses: { 200: json('The tags', z.array(z.object({ tag: z.string(), subscribers: z.number() }))) },
})

export const saveTags = ownerWrite('PUT', '/subscribers/:id/tags', {
  summary: 'Replace the tags of a subscriber',
  body: z.object({ tags: Tags }),
  idempotent: true,
  notFound: 'Subscriber not found',
  purges: [],
  audit: 'Changed the tags of …',
  responses: { 200: json('Saved', Empty) },
})
