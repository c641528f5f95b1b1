import { useQuery } from '@tanstack/react-query'
import { ratingOwner } from '../../../contract/content/rating-owner.ts'
import { formatDay } from '../../../contract/platform/format-day.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { unbrokenName } from '../../../contract/shop/unbroken-name.ts'
import { type ProductPageData, productPageQuery } from '../../data/shop.ts'
import { useQueries } from '../../environment.tsx'
import { productHref } from '../../hrefs.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import shopStyles from '../../styles/shop.css?url'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { pinAttributes } from '../pin/pin-attributes.ts'
import { AffiliateLink } from './affiliate-link.tsx'
import { DisclosureLine } from './disclosure-line.tsx'
import { ProductFactsTable } from './product-facts-table.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductMentions } from './product-mentions.tsx'
import { ProductOpinion } from './product-opinion.tsx'

/** One product. A missing one, or one that does not load, leads to the fallback screen. */
export function ProductPage() {
  const { slug = '' } = useParams()
  const { data, isPending } = useQuery(productPageQuery(useQueries().read, slug))
  const isMissing = !isPending && !data
  // Found by a former slug, the product has moved.
  const elsewhere = isMissing ? '/not-found' : data && data.slug !== slug ? productHref(data.slug) : undefined
  useRedirect(elsewhere)

  return (
    <>
      <link rel="stylesheet" href={shopStyles} precedence="blocks" />
      {data ? <ProductArticle product={data} /> : !isMissing && <ProductSkeleton />}
    </>
  )
}

function ProductArticle({ product }: { product: ProductPageData }) {
  const written = useWritten()
  const { name, facts, category, ingredients, alternatives } = product
  return (
    <>
      <ProductHead product={product} />
      <Container className="pt-6 pb-16 md:pt-8 md:pb-24">
        <Breadcrumb
          crumbs={[
            { label: 'Home', href: '/' },
            { label: 'Shop', href: '/shop' },
            { label: name, isWritten: true },
          ]}
        />
        <article className="product-page">
          <ProductPictures product={product} />
          <div className="product-summary">
            <p lang={written.lang} className="product-kicker">
              {[facts.brand, category].filter(Boolean).join(' · ')}
            </p>
            <h1 {...written} className="text-28 md:text-36 lg:text-48">
              {unbrokenName(name)}
            </h1>
            {product.obtainedLabel && <p className="product-label">{product.obtainedLabel}</p>}
            {facts.verdict && (
              <p {...written} className="product-dek">
                {unbrokenName(facts.verdict)}
              </p>
            )}
            {facts.rating !== null && <Rating rating={facts.rating} />}
            <DisclosureLine />
            <ProductShops product={product} />
            <ProductOpinion facts={facts} />
          </div>
          <ProductFactsTable product={product} ingredients={ingredients} />
        </article>
        <ProductMentions product={product} />
        {alternatives.length > 0 && (
          <section aria-labelledby="alternatives" className="product-section">
            <h2 id="alternatives" className="heading">
              Alternatives
            </h2>
            <ProductGrid
              products={alternatives}
              placement="product-alternatives"
              sourceId={product.id}
              headingLevel={3}
            />
          </section>
        )}
        <div className="product-section">
          <DisclosureNote />
        </div>
      </Container>
    </>
  )
}

function ProductSkeleton() {
  return (
    <Container className="pt-6 pb-16 md:pt-8">
      <div role="status" className="product-page">
        <span className="sr-only">Loading product...</span>
        <Skeleton className="product-pictures aspect-4/5 w-full" />
        <div className="product-summary">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
    </Container>
  )
}

function ProductPictures({ product }: { product: ProductPageData }) {
  const site = useSite()
  const url = absoluteUrl(site, productHref(product.slug))
  const media = product.picture ? sharedPictureUrl(site, product.picture) : absoluteUrl(site, product.imageUrl)
  const description = product.obtainedLabel ? `${product.obtainedLabel}: ${product.name}` : product.name
  return (
    <div className="product-pictures">
      <Picture
        picture={product.picture}
        src={product.imageUrl}
        alt={product.imageAlt}
        sizes="(min-width: 1440px) 650px, (min-width: 768px) 45vw, 88vw"
        priority
        pin={pinAttributes({ url, media, description })}
        className="aspect-4/5 rounded-card"
      />
      {product.morePictures.length > 0 && (
        <ul>
          {product.morePictures.map(({ url, alt, picture }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand there twice
            <li key={index}>
              <Picture
                picture={picture}
                src={url}
                alt={alt}
                sizes="(min-width: 1440px) 315px, (min-width: 768px) 22vw, 45vw"
                className="aspect-4/5 rounded-card"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Every shop that sells the product, the specified link first. */
function ProductShops({ product }: { product: ProductPageData }) {
  const written = useWritten()
  const { id, name, currency, affiliateLink, facts, codeSlots = [], offers = [], price } = product
  const { dates } = useSite()
  const shops = [
    { name: facts.shopName, link: affiliateLink, price, currency, checkedOn: facts.priceCheckedOn },
    ...facts.otherShops,
  ]
  return (
    <ul className="product-shops">
      {shops.map((shop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shop may stand there twice
        <li key={index}>
          <p>
            {shop.price && <b className="tabular-nums">{formatPrice(shop.price, shop.currency)}</b>}
            {shop.price ? shop.name && <span {...written}> at {shop.name}</span> : offers[index]?.instead}
            {shop.price && shop.checkedOn && (
              <small>
                price checked on <time dateTime={shop.checkedOn}>{formatDay(shop.checkedOn, dates)}</time>
              </small>
            )}
          </p>
          <AffiliateLink
            product={{ id, affiliateLink: shop.link, ...(codeSlots[index] && { codeSlot: codeSlots[index] }) }}
            placement="product-page"
            sourceId={id}
            className={index === 0 ? 'button button-primary product-button' : 'shop-link'}
          >
            {offers[index]?.button ?? 'Shop Now'}
            <span className="sr-only">{`: ${name}${shop.name && ` at ${shop.name}`} (opens in a new tab)`}</span>
          </AffiliateLink>
        </li>
      ))}
    </ul>
  )
}

/** The author's rating, from 0 to 5 in halves. */
function Rating({ rating }: { rating: number }) {
  const owner = ratingOwner(useAuthor()?.name ?? '')
  const stars = '★'.repeat(Math.floor(rating)) + (rating % 1 > 0 ? '½' : '')
  return (
    <p className="product-rating">
      {owner && `${owner}: `}
      <span aria-hidden="true">{stars}</span> <span className={owner && 'sr-only'}>Rated </span>
      <b>{rating}</b> out of 5
    </p>
  )
}
