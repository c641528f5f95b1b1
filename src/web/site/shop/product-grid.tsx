import type { ReactNode } from 'react'
import type { Product } from '../../../contract/products.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

type ProductGridProps = {
  products: Product[]
  placement: string
  headingLevel: 2 | 3
  /** How many of the first pictures stand on the first screen. */
  priority?: number
}

/** Products in 2, 3 or 4 columns. */
export function ProductGrid({ products, placement, headingLevel, priority = 0 }: ProductGridProps) {
  return (
    <Columns>
      {products.map((product, i) => (
        <li key={product.id}>
          <ProductCard product={product} placement={placement} headingLevel={headingLevel} priority={i < priority} />
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
