import { CONTENT_MAX, type EditablePost, type PostConflict } from '../../../contract/content/posts.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Saved } from '../../platform/db/versioned-rows.ts'
import { badRequest, HttpError, notFound } from '../../platform/http/errors.ts'
import type { InvalidField } from './find-invalid-field.repo.ts'
import type { InvalidPost } from './posts-write.repo.ts'

/** The reply to a save. Throws 404 for a missing post, 400 and 422 for a refused field. */
export function toReply(outcome: Saved<EditablePost> | InvalidPost | undefined): SaveReply {
  if (!outcome) throw notFound('Post not found')
  if ('invalid' in outcome) throw refusal(outcome.invalid)
  const { row, isStale } = outcome
  return isStale ? conflict(row) : { body: row, subject: row.title, removes: row.status !== 'published' }
}

type SaveReply =
  | { status?: 200; body: EditablePost; subject: string; removes: boolean }
  | { status: 409; body: PostConflict }

export function conflict(current: EditablePost): { status: 409; body: PostConflict } {
  return { status: 409, body: { message: 'This post was saved elsewhere in the meantime', current } }
}

/** 422, since 409 stands for a newer version to compare with. */
function slugTaken(): HttpError {
  const message = 'Another post has this slug. Please choose another one.'
  return new HttpError(422, message, { issues: [{ path: 'slug', message }] })
}

/** Reports a unique violation as a taken slug: one of two concurrent writes with the same slug fails with it. */
export async function guardSlug<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken() : error
  }
}

export function refusal(field: InvalidField): HttpError {
  switch (field) {
    case 'slug':
      return slugTaken()
    case 'content':
      return fieldError('content', 'Content must be at least 50 characters')
    case 'longContent':
      return fieldError('content', `Please keep this under ${CONTENT_MAX} characters`)
    case 'template':
      return fieldError('publishedAt', 'A template cannot be published')
    case 'newsletter':
      return fieldError('publishedAt', 'A newsletter is not published. Please send it from its own page.')
    case 'categoryId':
      return fieldError('categoryId', 'There is no such category')
  }
}

function fieldError(path: string, message: string): HttpError {
  return badRequest(message, [{ path, message }])
}
