import * as z from 'zod/mini'
import { charactersUpTo, moment, noNul } from '../platform/text-fields.ts'
import { PinLayout } from './pins.ts'
import { PostLabel } from './post-labels.ts'

/** Characters of a short text of a draft: far more than any rule allows, so that a draft keeps what was typed. */
const DRAFT_TEXT_MAX = 10_000
/** Characters of the body of a draft; `POST_BYTES_MAX` bounds the whole. */
const DRAFT_CONTENT_MAX = 1_000_000

const draftText = () => z._default(z.string().check(charactersUpTo(DRAFT_TEXT_MAX), noNul()), '')

/** A post as it is typed: the fields of `PostInput`, bounded in size and otherwise without rules. */
export const PostDraft = z.object({
  title: draftText(),
  slug: draftText(),
  excerpt: draftText(),
  content: z._default(z.string().check(charactersUpTo(DRAFT_CONTENT_MAX), noNul()), ''),
  coverImage: draftText(),
  imageAlt: draftText(),
  isPinOptimized: z._default(z.boolean(), true),
  pinText: z._default(z.nullable(draftText()), null),
  pinLayout: z._default(z.nullable(PinLayout), null),
  pinImage: draftText(),
  metaTitle: z._default(z.nullable(draftText()), null),
  metaDescription: z._default(z.nullable(draftText()), null),
  keywords: draftText(),
  categoryId: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))), null),
  isFeatured: z._default(z.boolean(), false),
  linkIngredients: z._default(z.boolean(), true),
  label: z._default(PostLabel, 'none'),
  labelBrand: draftText(),
  labelSentence: draftText(),
  /** The date that the editor shows: of a draft the planned one, which publishes nothing by itself. */
  publishedAt: z._default(z.nullable(moment()), null),
})
export type PostDraft = z.infer<typeof PostDraft>
