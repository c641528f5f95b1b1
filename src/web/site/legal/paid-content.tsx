import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findPaidContent, type PaidContent } from '../../../contract/content/paid-content.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import type { Queries } from '../../data/queries.ts'
import type { LegalSection } from './legal-page.tsx'

type Known = PaidContent | undefined
type Context = { queryClient: QueryClient; queries: Queries }

export function paidContentQuery(read: Read) {
  return queryOptions({ queryKey: ['/api/paid-content'], queryFn: () => read(findPaidContent) })
}

export async function loadPaidContent({ queryClient, queries }: Context): Promise<void> {
  await queryClient.prefetchQuery(paidContentQuery(queries.read))
}

/** The section about gifts and sponsors; a claim that the site contradicts, or that could not be checked, is left out. */
export function paidContentSection(content: Known): LegalSection {
  return {
    title: content?.isPaid === false ? '3. No Sponsored Placement' : '3. Sponsored Content',
    body: (
      <>
        {content?.isPaid === false && (
          <p>
            Brands and shops cannot pay to appear on this site, to be listed higher, to be described more kindly or to
            have criticism removed. I publish no paid reviews, and nobody sees or approves an article before you do.
          </p>
        )}
        {content?.isPaid && (
          <p>
            Some products and articles here are sponsored or were made together with a brand. Each of them says so at
            its name or near its beginning.
          </p>
        )}
        {content?.hasGifts && (
          <p>
            Some products here were gifts from their brands. Each of them says so at its name, wherever it is shown on
            this site.
          </p>
        )}
        <p>
          If I ever work with a brand in another way, or a brand sends me something for free, the article concerned says
          so clearly near its beginning. That does not buy a recommendation.
        </p>
      </>
    ),
  }
}

/** The description of the page for search engines. */
export function disclosureDescription(content: Known): string {
  const start = 'How this site earns money: commissions at no extra cost to you'
  return content?.isPaid === false ? `${start}, and no sponsored placement.` : `${start}.`
}
