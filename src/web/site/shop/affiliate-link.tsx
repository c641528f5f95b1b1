import type { MouseEvent, ReactNode } from 'react'
import { codeOfPlace, fillSlot, type LinkPlace } from '../../../contract/shop/link-places.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import { reportClick } from '../../data/report-click.ts'
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

/** A link to an outside shop, marked as paid for search engines; a click is reported during the navigation. */
export function AffiliateLink({ product, placement, sourceId, className, children }: AffiliateLinkProps) {
  const { id, affiliateLink, codeSlot } = product
  const { linkLabel } = useSite()
  const code = codeOfPlace(placement, { sourceId, productId: id })
  const report = () => reportClick({ linkId: placement, productId: id, postId: null, placement: code })
  const reportMiddleButton = (event: MouseEvent) => {
    if (event.button === 1) report()
  }
  return (
    <a
      href={codeSlot ? fillSlot(affiliateLink, codeSlot, code) : affiliateLink}
      target="_blank"
      rel="sponsored nofollow noopener"
      onClick={report}
      onAuxClick={reportMiddleButton}
      className={className}
    >
      {children}
      {linkLabel && <small className="label-word">{linkLabel}</small>}
    </a>
  )
}
