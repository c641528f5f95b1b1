import { useDeferredValue, useMemo } from 'react'
import { ClaimsHint } from '../kit/claims-hint.tsx'
import { textsNearProducts } from './texts-near-products.ts'

/** Names words of the text that present a product as a treatment. */
export function ClaimsNotice({ html }: { html: string }) {
  const shown = useDeferredValue(html)
  const texts = useMemo(() => textsNearProducts(shown), [shown])
  return <ClaimsHint texts={texts} className="border-t border-line px-4 py-2 md:px-8" />
}
