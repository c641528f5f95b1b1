import * as z from 'zod/mini'
import { json, ownerWrite } from '../platform/endpoint.ts'
import { choiceOf } from '../platform/lists.ts'
import { EditablePost, OwnerPostListQuery, PostKind } from './posts.ts'

const id = () => z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** Posts by their ids, or all that a query of the owner's list matches. */
export const PostChoice = choiceOf(OwnerPostListQuery)
export type PostChoice = z.infer<typeof PostChoice>

/** `ids` are those of the changed posts; posts that were as wished already are in neither list. */
export const BulkResult = z.object({
  ids: z.array(z.number()),
  failed: z.array(z.object({ id: z.number(), title: z.string(), message: z.string() })),
})
export type BulkResult = z.infer<typeof BulkResult>

const bulk = {
  idempotent: true,
  purges: ['posts', 'pages'],
  responses: { 200: json('The changed posts, and those that could not be changed with the reason', BulkResult) },
} as const

export const publishPosts = ownerWrite('POST', '/posts/publish', {
  ...bulk,
  summary: 'Publish drafts and scheduled posts now; newsletters and posts that break a rule of publishing stay',
  body: PostChoice,
  softPurge: true,
  audit: 'Published posts “…”',
})

export const unpublishPosts = ownerWrite('POST', '/posts/unpublish', {
  ...bulk,
  summary: 'Turn public and scheduled posts into drafts, with the text that their working copies hold',
  body: PostChoice,
  audit: 'Unpublished posts “…”',
})

export const setCategoryOfPosts = ownerWrite('POST', '/posts/category', {
  ...bulk,
  summary: 'Set the category of posts and of their working copies',
  body: choiceOf(OwnerPostListQuery, { categoryId: z.nullable(id()) }),
  audit: 'Set the category of posts “…”',
})

export const featurePosts = ownerWrite('POST', '/posts/featured', {
  ...bulk,
  summary: 'Feature posts and their working copies, or end that',
  body: choiceOf(OwnerPostListQuery, { isFeatured: z.boolean() }),
  softPurge: true,
  audit: 'Changed the featured mark of posts “…”',
})

export const trashPosts = ownerWrite('POST', '/posts/trash', {
  ...bulk,
  summary: 'Delete posts; they can be restored for 30 days. Newsletters that are about to be sent or being sent stay',
  body: PostChoice,
  audit: 'Deleted posts “…”',
})

export const deletePostsForGood = ownerWrite('POST', '/posts/trash/delete', {
  ...bulk,
  summary: 'Delete posts of the trash with their revisions, for good',
  body: PostChoice,
  purges: [],
  audit: 'Deleted for good the posts “…”',
})

export const duplicatePost = ownerWrite('POST', '/posts/:id/duplicate', {
  summary: 'Create a draft with the text that the editor shows of a post: as a post, as a template, or as a page',
  body: z.object({ kind: z.optional(PostKind) }),
  idempotent: true,
  versioned: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Duplicated post “…”',
  responses: { 201: json('The new draft', EditablePost) },
})
