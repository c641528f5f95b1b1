import { useMemo } from 'react'
import { trustedHtml } from '../../lib/trusted-html.ts'

type Thing = Record<string, unknown>

/**
 * Structured data for search engines, which hydration keeps as it is. A data block is not executed, so the CSP does not apply to it. React would create a
 * `<script>` from a string, which trusted types refuse, so the element is part of the HTML.
 */
export function JsonLd({ data }: { data: Thing | (Thing | undefined)[] }) {
  const scripts = [data]
    .flat()
    .flatMap((thing) => (thing ? [toScript(thing)] : []))
    .join('')
  // React sets the HTML again for each new object.
  const html = useMemo(() => ({ __html: trustedHtml(scripts) }), [scripts])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `<` is escaped, so the content cannot close the element
  return <div className="hidden" dangerouslySetInnerHTML={html} />
}

function toScript(thing: Thing): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }, withoutEmpty).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}

/** A replacer that leaves out empty texts and lists. */
const withoutEmpty = (_: string, value: string | undefined) => (value?.length === 0 ? undefined : value)
