import type { EditablePost } from '../../../contract/content/posts.ts'
import { editedFields, type PostFields } from './post-fields.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The text of a post that is opened. The date of a draft that passed while it was a draft becomes now, so that it is not
 * published under the day on which it was created; a date before that day was chosen on purpose and stays.
 */
export function openedFields(post: EditablePost, now: Date): PostFields {
  const fields = editedFields(post)
  if (post.status !== 'draft' || !fields.publishedAt) return fields
  const planned = Date.parse(fields.publishedAt)
  const hasPassed = planned < now.getTime() && planned > Date.parse(post.createdAt) - DAY_MS
  return hasPassed ? { ...fields, publishedAt: now.toISOString() } : fields
}
