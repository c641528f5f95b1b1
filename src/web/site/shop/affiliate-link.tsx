import type { MouseEvent, ReactNode } from 'react'
import type { Product } from '../../../contract/products.ts'
import { reportClick } from '../../data/report-click.ts'

type AffiliateLinkProps = {
  product: Product
  /** Where the link stands: `home-grid`, `shop`, `search`. */
  placement: string
  /** The post it stands in, if any. */
  postId?: number
  className?: string
  children: ReactNode
}

/** A link to an outside shop, marked as paid for search engines; a click is reported during the navigation. */
export function AffiliateLink({ product, placement, postId, className, children }: AffiliateLinkProps) {
  const report = () => reportClick({ linkId: placement, productId: product.id, postId: postId ?? null })
  const reportMiddleButton = (event: MouseEvent) => {
    if (event.button === 1) report()
  }
  return (
    <a
      href={product.affiliateLink}
      target="_blank"
      rel="sponsored nofollow noopener"
      onClick={report}
      onAuxClick={reportMiddleButton}
      className={className}
    >
      {children}
    </a>
  )
}
