import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import { Fragment } from '../layout/fragment.tsx'
import { PriceDates, ProductCard, ProductCardSkeleton } from './product-card.tsx'

type ProductGridProps = {
  products: ProductCardData[]
  placement: LinkPlace
  sourceId?: number | undefined
  headingLevel: 2 | 3
  /** How many of the first pictures stand on the first screen. */
  priority?: number
}

const columns = 'product-columns'

/** Products in 2, 3 or 4 columns, and when their prices were checked. */
export function ProductGrid(props: ProductGridProps) {
  const { products, ...others } = props
  return (
    <>
      <Fragment as="ul" className={columns} of={[products]} variant={Object.values(others).join(' ')}>
        <Products {...props} />
      </Fragment>
      <PriceDates products={products} />
    </>
  )
}

function Products({ products, headingLevel, priority = 0, ...rest }: ProductGridProps) {
  // As `.product-columns` lays them out.
  const halves = products.length % 3 === 1 ? 4 : 0
  return products.map((product, i) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        headingLevel={headingLevel}
        priority={i < priority}
        isHalf={i >= products.length - halves}
        {...rest}
      />
    </li>
  ))
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      <ul className={columns}>
        {Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={i}>
            <ProductCardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  )
}
