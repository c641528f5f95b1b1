import * as contract from '../../../contract/content/paid-content.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findPaidContent } from './paid-content.repo.ts'

export function paidContentRoutes() {
  return [bind(contract.findPaidContent, async ({ db }) => ({ body: await findPaidContent(db) }))]
}
