import { formatPrice } from '../../../contract/format-price.ts'
import type { Product } from '../../../contract/products.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AffiliateLink } from './affiliate-link.tsx'

type ProductCardProps = {
  product: Product
  placement: string
  label?: 'Shop Now' | 'Buy now'
  headingLevel?: 2 | 3
  /** True for what the first screen shows. */
  priority?: boolean
}

export function ProductCard({ product, placement, label = 'Shop Now', headingLevel = 3, priority }: ProductCardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden rounded-card">
        <Picture
          picture={product.picture}
          src={product.imageUrl}
          alt={product.imageAlt}
          sizes="(min-width: 1280px) 280px, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, 46vw"
          className="aspect-4/5 zoom group-hover:scale-103 motion-reduce:group-hover:scale-100"
          priority={priority}
        />
      </div>
      <Heading dir="auto" className="mt-4 text-base leading-snug text-pretty sm:text-lg">
        {product.name}
      </Heading>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
        <p className="text-sm text-ink-soft tabular-nums sm:text-base">
          {formatPrice(product.price, product.currency)}
        </p>
        <ShopLink product={product} placement={placement} label={label} />
      </div>
    </article>
  )
}

/** A smaller image next to the text, for mixed lists. */
export function CompactProductCard({ product, placement, label = 'Buy now', headingLevel = 3 }: ProductCardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="group relative flex h-full gap-4 rounded-card border border-line bg-white p-3">
      <Picture
        picture={product.picture}
        src={product.imageUrl}
        alt={product.imageAlt}
        sizes="104px"
        className="h-32 w-26 shrink-0 rounded-lg"
      />
      <div className="flex min-w-0 grow flex-col py-1 pr-1">
        <Heading dir="auto" className="text-base leading-snug text-pretty">
          {product.name}
        </Heading>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
          <p className="text-sm text-ink-soft tabular-nums">{formatPrice(product.price, product.currency)}</p>
          <ShopLink product={product} placement={placement} label={label} />
        </div>
      </div>
    </article>
  )
}

export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/5 w-full rounded-card" />
      <Skeleton className="mt-4 h-10 w-4/5" />
      <Skeleton className="mt-4 h-16 w-full sm:h-9" />
    </div>
  )
}

/** One link for a card: its area is stretched over the whole of it. */
function ShopLink({ product, placement, label }: { product: Product; placement: string; label: string }) {
  return (
    <AffiliateLink product={product} placement={placement} className="shop-link">
      {label}
      <span className="sr-only">: {product.name} (opens in a new tab)</span>
    </AffiliateLink>
  )
}
