import { queryOptions } from '@tanstack/react-query'
import { findNewsletterChoices } from '../../contract/audience/newsletter-choices.ts'
import type { Read } from '../../contract/platform/endpoint.ts'

export function newsletterChoicesQuery(read: Read, token: string) {
  return queryOptions({
    queryKey: ['/api/newsletter-choices', token],
    queryFn: () => read(findNewsletterChoices, { query: { token } }),
    enabled: token !== '',
  })
}
