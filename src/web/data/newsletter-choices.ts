import { queryOptions } from '@tanstack/react-query'
import type { Read } from '../../contract/endpoint.ts'
import { findNewsletterChoices } from '../../contract/newsletter-choices.ts'

export function newsletterChoicesQuery(read: Read, token: string) {
  return queryOptions({
    queryKey: ['/api/newsletter-choices', token],
    queryFn: () => read(findNewsletterChoices, { query: { token } }),
    enabled: token !== '',
  })
}
