import { useMemo } from 'react'
import { trustedHtml } from '../../lib/trusted-html.ts'

/**
 * Structured data for search engines. A data block is not executed, so the CSP does not apply to it. React would create a
 * `<script>` from a string, which trusted types refuse, so the element is part of the HTML.
 */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
  // React sets the HTML again for each new object.
  const html = useMemo(() => ({ __html: trustedHtml(`<script type="application/ld+json">${json}</script>`) }), [json])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `<` is escaped, so the content cannot close the element
  return <div className="hidden" dangerouslySetInnerHTML={html} />
}
