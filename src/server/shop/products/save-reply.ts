import { HttpError } from '../../platform/http/errors.ts'
import type { SaveOutcome } from './product-writes.repo.ts'

/** The response to a save. */
export function toSaveReply(outcome: SaveOutcome) {
  switch (outcome.kind) {
    case 'saved':
      return { body: outcome.product, subject: outcome.product.name, removes: !outcome.product.isActive }
    case 'stale': {
      const message = 'This product was saved elsewhere in the meantime'
      return { status: 409 as const, body: { message, current: outcome.current } }
    }
    case 'missing':
      return undefined
    case 'slug-taken':
      throw slugTaken()
  }
}

export function slugTaken(): HttpError {
  const message = 'Another product has this slug. Please choose another one.'
  return new HttpError(422, message, { issues: [{ path: 'slug', message }] })
}
