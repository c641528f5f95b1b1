import type { Context } from 'hono'
import { CONTENT_MAX, type PostConflict } from '../../../contract/posts.ts'
import { badRequest, notFound, Refusal } from '../../platform/http/errors.ts'
import type { Answer } from '../../platform/http/idempotency.ts'
import { etagOf } from '../../platform/http/if-match.ts'
import type { RefusedField, SaveOutcome } from './post-writes.repo.ts'

/** What a save is answered with; throws what refuses it. */
export function answerSave(c: Context, outcome: SaveOutcome, status: 200 | 201 = 200): Answer {
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
      throw refusals[outcome.field]()
  }
}

const refusals: Record<RefusedField, () => Refusal> = {
  slug: slugTaken,
  content: () => refuseField('content', 'Content must be at least 50 characters'),
  longContent: () => refuseField('content', `Please keep this under ${CONTENT_MAX} characters`),
  categoryId: () => refuseField('categoryId', 'There is no such category'),
}

/** Not 409, which stands for a newer version to compare with. */
export function slugTaken(): Refusal {
  const message = 'Another post has this slug. Please choose another one.'
  return new Refusal(422, message, { issues: [{ path: 'slug', message }] })
}

function refuseField(path: string, message: string): Refusal {
  return badRequest(message, [{ path, message }])
}
