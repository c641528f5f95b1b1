import * as contract from '../../../contract/accounts/auth.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found } from '../../platform/http/replies.ts'
import { findAuthor } from './users.repo.ts'

export function userRoutes() {
  return [bind(contract.findAuthor, ({ db, params }) => found(findAuthor(db, params.id)))]
}
