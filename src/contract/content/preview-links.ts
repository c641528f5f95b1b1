import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { PostPreview } from './posts.ts'

/** A link to the preview of a post, for readers without an account. */
export const PreviewLink = z.object({ id: z.number(), createdAt: z.string(), expiresAt: z.string() })
export type PreviewLink = z.infer<typeof PreviewLink>

/** The token is in this response alone; the page is `/shared-preview/{token}`. */
export const NewPreviewLink = z.extend(PreviewLink, { token: z.string() })
export type NewPreviewLink = z.infer<typeof NewPreviewLink>

/** Links of one post that work at the same time. */
export const PREVIEW_LINKS_MAX = 20

/** Days after which a link expires. */
export const PreviewLinkInput = z.object({ days: z.literal([1, 7, 30], 'Please choose 1, 7 or 30 days') })
export type PreviewLinkInput = z.infer<typeof PreviewLinkInput>

export const listPreviewLinks = ownerRead('/posts/:id/preview-links', {
  summary: 'The links to the preview of a post that work, newest first',
  notFound: 'Post not found',
  responses: { 200: json('The links, without their tokens', z.array(PreviewLink)) },
})

export const createPreviewLink = ownerWrite('POST', '/posts/:id/preview-links', {
  summary:
    'Create a link to the preview of a post: it shows what is written, saved or not, and at most 20 work at a time',
  body: PreviewLinkInput,
  notFound: 'Post not found',
  purges: [],
  audit: 'Shared a preview of post “…”',
  responses: {
    201: json('The link with its token', NewPreviewLink),
    409: failure('Twenty links work already'),
  },
})

export const deletePreviewLink = ownerWrite('DELETE', '/posts/:id/preview-links/:linkId', {
  summary: 'Withdraw a link to a preview',
  params: { id: Id, linkId: Id },
  idempotent: true,
  notFound: 'Link not found',
  purges: [],
  audit: 'Withdrew a link to the preview of post “…”',
  responses: { 200: json('Withdrawn', Empty) },
})

export const deletePreviewLinks = ownerWrite('DELETE', '/posts/:id/preview-links', {
  summary: 'Withdraw all links to the preview of a post',
  idempotent: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Withdrew all links to the preview of post “…”',
  responses: { 200: json('Withdrawn', Empty) },
})

export const openPreview = publicRead('/previews/:token', {
  summary: 'A post as the link to its preview shows it now; neither cached nor indexed',
  params: { token: z.string().check(z.regex(/^[\w-]{43}$/)) },
  notFound: 'This preview link has expired or was withdrawn',
  rateLimit: 'secret',
  dependsOn: ['posts', 'pages', 'categories', 'images', 'products', 'ingredients', 'routines', 'settings'],
  responses: { 200: json('The post', PostPreview) },
})
