import * as contract from '../../../contract/app/legal-texts.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { readLegalText } from './legal-texts.repo.ts'

export function legalTextRoutes() {
  return [bind(contract.findLegalText, async ({ db, params }) => ({ body: await readLegalText(db, params.slug) }))]
}
