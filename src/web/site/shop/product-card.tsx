import type { ReactNode } from 'react'
import { checkedLine } from '../../../contract/content/checked-line.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import { unbrokenName } from '../../../contract/shop/unbroken-name.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import { productHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { AffiliateLink } from './affiliate-link.tsx'

type ProductCardProps = {
  product: ProductCardData
  placement: LinkPlace
  /** The row of the page that it stands on, if that has one. */
  sourceId?: number | undefined
  label?: 'Shop Now' | 'Buy now'
  headingLevel?: 2 | 3
  /** True for what the first screen shows. */
  priority?: boolean
  /** Whether a tablet shows it at half of the width instead of a third. */
  isHalf?: boolean
  /** Draws a text with what was searched for marked. */
  mark?: (text: string) => ReactNode
}

/** An editor's note on a product: the picture and the name lead to its page, the button to the shop. */
export function ProductCard({ product, headingLevel, priority, isHalf, ...rest }: ProductCardProps) {
  return (
    <article className="product-card">
      <CardPicture
        product={product}
        priority={priority}
        sizes={`(min-width: 1440px) 320px, (min-width: 1024px) 22vw, (min-width: 768px) ${isHalf ? 46 : 30}vw, 44vw`}
        className="aspect-4/5 zoom"
      />
      <CardText product={product} headingLevel={headingLevel} {...rest} />
    </article>
  )
}

/** A smaller image next to the text, for mixed lists. */
export function CompactProductCard({ product, label = 'Buy now', ...rest }: ProductCardProps) {
  return (
    <article className="product-card product-card-compact">
      <CardPicture product={product} sizes="104px" className="h-32 w-26" />
      <CardText product={product} label={label} {...rest} />
    </article>
  )
}

type CardPictureProps = { product: ProductCardData; sizes: string; className: string; priority?: boolean | undefined }

function CardPicture({ product, ...rest }: CardPictureProps) {
  return (
    // The name is the link for keyboards and screen readers; the picture only enlarges the target.
    <Link
      href={productHref(product.slug)}
      tabIndex={-1}
      aria-hidden="true"
      className="block shrink-0 overflow-hidden rounded-card"
    >
      <Picture picture={product.picture} src={product.imageUrl} alt={product.imageAlt} drawn={213} {...rest} />
    </Link>
  )
}

function CardText({
  product,
  placement,
  sourceId,
  label = 'Shop Now',
  headingLevel = 3,
  mark = unbrokenName,
}: ProductCardProps) {
  const written = useWritten()
  const { name, slug, obtainedLabel, verdict, forWhom, shopName, price, offer } = product
  const Heading = `h${headingLevel}` as const
  return (
    <div className="product-note">
      <Heading {...written}>
        <Link href={productHref(slug)} className="link-line">
          {mark(name)}
        </Link>
      </Heading>
      {obtainedLabel && <p className="product-label">{obtainedLabel}</p>}
      {verdict && (
        <p {...written} className="product-verdict">
          {mark(verdict)}
        </p>
      )}
      {forWhom && (
        <p {...written} className="product-whom">
          <b>For</b> {mark(forWhom)}
        </p>
      )}
      <div className="product-buy">
        <p>
          {price && <span className="tabular-nums">{formatPrice(price, product.currency)}</span>}
          {price ? shopName && <small>{` · ${shopName}`}</small> : <small>{offer?.instead}</small>}
        </p>
        <AffiliateLink product={product} placement={placement} sourceId={sourceId} className="shop-link">
          {offer?.button ?? label}
          <span className="sr-only">{`: ${name} (opens in a new tab)`}</span>
        </AffiliateLink>
      </div>
    </div>
  )
}

/** Says once below a list of cards when their prices were checked. */
export function PriceDates({ products }: { products: readonly ProductCardData[] }) {
  const { dates } = useSite()
  const line = checkedLine(
    products.map(({ price, priceCheckedOn }) => ({ price: price ?? '', checkedOn: priceCheckedOn ?? '' })),
    dates,
  )
  return line && <p className="price-dates">{line}</p>
}

export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/5 w-full" />
      <Skeleton className="mt-4 h-10 w-4/5" />
      <Skeleton className="mt-4 h-16 w-full sm:h-9" />
    </div>
  )
}
