import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { Slug } from '../platform/paths.ts'
import { charactersUpTo, noNul, pictureAddress, typed } from '../platform/text-fields.ts'
import { builtInPages } from './built-in-pages.ts'
import { canonicalSlug } from './canonical-slug.ts'
import { Picture } from './pictures.ts'
import { postConflict, slugTaken } from './post-endpoints.ts'
import { brandIsNamed } from './post-labels.ts'
import { EditablePost, POST_BYTES_MAX, PostInput, PostStatus, SLUG_MAX } from './posts.ts'

const PAGE_SLUG_MIN = 2

/** A page as the editor sends it; `publishedAt` is null for a draft. A page has no category, keywords or pin. */
export const PageInput = z
  .object({
    title: PostInput.shape.title,
    slug: z
      .string({ error: 'Required' })
      .check(
        typed(),
        z.overwrite(canonicalSlug),
        z.minLength(PAGE_SLUG_MIN, `Slug must be at least ${PAGE_SLUG_MIN} characters`),
        charactersUpTo(SLUG_MAX),
        z.regex(/^[\p{L}\p{N}_-]+$/u, 'Use letters, digits and hyphens only'),
        noNul(),
      ),
    excerpt: PostInput.shape.excerpt,
    content: PostInput.shape.content,
    coverImage: z._default(
      pictureAddress({
        max: 2000,
        message: 'Use an image of the media library or an address with https://',
        isOptional: true,
      }),
      '',
    ),
    imageAlt: PostInput.shape.imageAlt,
    metaTitle: PostInput.shape.metaTitle,
    metaDescription: PostInput.shape.metaDescription,
    label: PostInput.shape.label,
    labelBrand: PostInput.shape.labelBrand,
    labelSentence: PostInput.shape.labelSentence,
    publishedAt: PostInput.shape.publishedAt,
  })
  .check(brandIsNamed)
export type PageInput = z.infer<typeof PageInput>

/** A published page as visitors see it. */
export const Page = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  /** The body as HTML. */
  content: z.string(),
  metaTitle: z.nullable(z.string()),
  /** The description for search engines: as written, or the beginning of the text. */
  description: z.string(),
  coverImage: z.string(),
  imageAlt: z.string(),
  picture: z.nullable(Picture),
  /** The words of the label above its title; absent without any. */
  kicker: z.optional(z.string()),
  publishedAt: z.string(),
  updatedAt: z.string(),
})
export type Page = z.infer<typeof Page>

/** A page that a search found. */
export const PageHit = z.pick(Page, { id: true, title: true, slug: true, description: true, kicker: true })
export type PageHit = z.infer<typeof PageHit>

export const findPage = publicRead('/pages/:slug', {
  summary:
    'One published page. A slug that the page had earlier finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Page not found',
  dependsOn: ['pages', 'images', 'products', 'ingredients', 'routines', 'settings'],
  cacheable: true,
  responses: { 200: json('The page', Page) },
})

/** A built-in page and what the owner has written for it; until that is public, visitors get the default text. */
export const BuiltInPageState = z.object({
  slug: z.enum(builtInPages),
  page: z.nullable(
    z.object({
      id: z.number(),
      title: z.string(),
      status: PostStatus,
      hasUnpublishedChanges: z.boolean(),
      updatedAt: z.string(),
    }),
  ),
})
export type BuiltInPageState = z.infer<typeof BuiltInPageState>

export const listBuiltInPages = ownerRead('/pages', {
  summary: 'The built-in pages, each with the page that takes the place of its text',
  responses: { 200: json('The built-in pages', z.array(BuiltInPageState)) },
})

export const createPage = ownerWrite('POST', '/pages', {
  summary: 'Create a page; at most 1 MB',
  body: PageInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  versioned: true,
  purges: ['pages'],
  softPurge: true,
  audit: 'Created page “…”',
  responses: { 201: json('Created', EditablePost), 422: slugTaken },
})

export const savePage = ownerWrite('PUT', '/pages/:id', {
  summary: 'Save a page; at most 1 MB. With If-Match only if it is still of that version',
  body: PageInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Page not found',
  purges: ['pages'],
  softPurge: true,
  audit: 'Changed page “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})
