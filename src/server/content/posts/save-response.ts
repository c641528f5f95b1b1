import type { Context } from 'hono'
import { CONTENT_MAX, type PostConflict } from '../../../contract/posts.ts'
import { badRequest, HttpError, notFound } from '../../platform/http/errors.ts'
import type { JsonResponse } from '../../platform/http/idempotency.ts'
import { etagOf } from '../../platform/http/if-match.ts'
import type { InvalidField, SaveOutcome } from './post-writes.repo.ts'

/** What a save is answered with; throws what refuses it. */
export function toResponse(c: Context, outcome: SaveOutcome, status: 200 | 201 = 200): JsonResponse {
  switch (outcome.kind) {
    case 'saved':
      c.header('etag', etagOf(outcome.post.version))
      return { status, body: outcome.post }
    case 'stale': {
      const message = 'This post was saved elsewhere in the meantime'
      return { status: 409, body: { message, current: outcome.current } satisfies PostConflict }
    }
    case 'missing':
      throw notFound('Post not found')
    case 'refused':
      throw fieldErrors[outcome.field]()
  }
}

const fieldErrors: Record<InvalidField, () => HttpError> = {
  slug: slugTaken,
  content: () => fieldError('content', 'Content must be at least 50 characters'),
  longContent: () => fieldError('content', `Please keep this under ${CONTENT_MAX} characters`),
  categoryId: () => fieldError('categoryId', 'There is no such category'),
}

/** Not 409, which stands for a newer version to compare with. */
export function slugTaken(): HttpError {
  const message = 'Another post has this slug. Please choose another one.'
  return new HttpError(422, message, { issues: [{ path: 'slug', message }] })
}

function fieldError(path: string, message: string): HttpError {
  return badRequest(message, [{ path, message }])
}
