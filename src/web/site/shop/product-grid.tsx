import type { ReactNode } from 'react'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

type ProductGridProps = {
  products: ProductCardData[]
  placement: LinkPlace
  sourceId?: number | undefined
  headingLevel: 2 | 3
  /** How many of the first pictures stand on the first screen. */
  priority?: number
}

/** Products in 2, 3 or 4 columns. */
export function ProductGrid({ products, headingLevel, priority = 0, ...rest }: ProductGridProps) {
  return (
    <Columns>
      {products.map((product, i) => (
        <li key={product.id}>
          <ProductCard product={product} headingLevel={headingLevel} priority={i < priority} {...rest} />
        </li>
      ))}
    </Columns>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      <Columns>
        {Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={i}>
            <ProductCardSkeleton />
          </li>
        ))}
      </Columns>
    </div>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <ul className="product-columns">{children}</ul>
}
