import { randomUUID } from 'node:crypto'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import type { Row } from '../../platform/db/schema.ts'
import { toPostInput } from './post-columns.ts'

/** The columns of `toRowDraft` that a list does not read. */
export const draftColumns = ['posts.draft_slug', 'posts.planned_at'] as const

type DraftRow = Parameters<typeof toPostInput>[0] & Pick<Row<'posts'>, 'draft_slug' | 'planned_at'>

/** A draft as it was typed. */
export function toRowDraft(row: DraftRow): PostDraft {
  return { ...toPostInput(row), slug: row.draft_slug ?? row.slug, publishedAt: row.planned_at }
}

const blankDraft = PostDraft.parse({})

/** A draft from its column; one of an older version lacks the fields that came later. */
export function parseStoredDraft(json: string): PostDraft {
  return { ...blankDraft, ...(JSON.parse(json) as Partial<PostDraft>) }
}

/** A slug that no URL can name, for a draft whose own is not valid or not free. */
export function placeholderSlug(): string {
  return `~draft-${randomUUID()}`
}

/** Whether nothing was typed: what the editor fills in by itself does not count. */
export function isEmptyDraft({ title, excerpt, content, coverImage, keywords, pinText }: PostDraft): boolean {
  const hasBody = /<(?:img|hr|iframe|video|div)\b/i.test(content) || content.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return !hasBody && [title, excerpt, coverImage, keywords, pinText ?? ''].every((text) => text.trim() === '')
}
