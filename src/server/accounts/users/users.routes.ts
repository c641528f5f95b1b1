import * as contract from '../../../contract/accounts/auth.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findAuthor } from './users.repo.ts'

export function userRoutes() {
  return [
    bind(contract.findAuthor, async ({ db, params }) => {
      const author = await findAuthor(db, params.id)
      return author && { body: author }
    }),
  ]
}
