import type { ReactNode } from 'react'
import { codeOfPlace, fillSlot, type LinkPlace } from '../../../contract/shop/link-places.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import { useSite } from '../layout/use-site.tsx'

type AffiliateLinkProps = {
  product: Pick<ProductCardData, 'id' | 'affiliateLink' | 'codeSlot'>
  /** Where the link stands: `home-grid`, `shop`, `search`. */
  placement: LinkPlace
  /** The row of the page it stands on, if that has one. */
  sourceId?: number | undefined
  className?: string
  children: ReactNode
}

/** A link to an outside shop, marked as paid for search engines; clicks are reported by `reader/report-clicks.ts`. */
export function AffiliateLink({ product, placement, sourceId, className, children }: AffiliateLinkProps) {
  const { id, affiliateLink, codeSlot } = product
  const { linkLabel } = useSite()
  const code = codeOfPlace(placement, { sourceId, productId: id })
  return (
    <a
      href={codeSlot ? fillSlot(affiliateLink, codeSlot, code) : affiliateLink}
      target="_blank"
      rel="sponsored nofollow noopener"
      data-affiliate={placement}
      data-product-id={id}
      data-source-id={sourceId}
      className={className}
    >
      {children}
      {linkLabel && <small className="label-word">{linkLabel}</small>}
    </a>
  )
}
