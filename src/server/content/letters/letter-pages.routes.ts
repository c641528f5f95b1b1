import * as contract from '../../../contract/letter-pages.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findLetterPage, letterPages } from './letter-pages.repo.ts'

export function letterPageRoutes() {
  return [
    bind(contract.listLetterPages, async ({ db, query }) => {
      const { items, total } = await letterPages.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findLetterPage, async ({ db, params: { slug } }) => {
      const letter = await findLetterPage(db, slug)
      return letter && { body: letter }
    }),
  ]
}
