import * as contract from '../../../contract/audience/newsletter-pages.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findNewsletterPage, newsletterPages } from './newsletter-pages.repo.ts'

export function newsletterPageRoutes() {
  return [
    bind(contract.listNewsletterPages, async ({ db, query }) => {
      const { items, total } = await newsletterPages.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findNewsletterPage, async ({ db, params: { slug } }) => {
      const newsletter = await findNewsletterPage(db, slug)
      return newsletter && { body: newsletter }
    }),
  ]
}
