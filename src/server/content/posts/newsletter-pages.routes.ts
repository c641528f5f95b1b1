import * as contract from '../../../contract/audience/newsletter-pages.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found, listed } from '../../platform/http/replies.ts'
import { findNewsletterPage, newsletterPages } from './newsletter-pages.repo.ts'

export function newsletterPageRoutes() {
  return [
    bind(contract.listNewsletterPages, ({ db, query }) => listed(newsletterPages.page(db, query))),
    bind(contract.findNewsletterPage, ({ db, params: { slug } }) => found(findNewsletterPage(db, slug))),
  ]
}
