import { useQuery } from '@tanstack/react-query'
import { type ProductPageData, productPageQuery } from '../../data/shop.ts'
import { useQueries } from '../../environment.tsx'
import { productHref } from '../../hrefs.ts'
import { useParams, useRedirect } from '../../lib/router.tsx'
import shopStyles from '../../styles/shop.css?url'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { DisclosureLine } from './disclosure-line.tsx'
import { ProductFactsTable } from './product-facts-table.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductMentions } from './product-mentions.tsx'
import { ProductOpinion } from './product-opinion.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { ProductShops } from './product-shops.tsx'
import { Rating } from './rating.tsx'

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
  const { name, facts, category, ingredients, alternatives } = product
  return (
    <>
      <ProductHead product={product} />
      <Container className="pt-6 pb-16 md:pt-8 md:pb-24">
        <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Shop', href: '/shop' }, { label: name }]} />
        <article className="product-page">
          <ProductPictures product={product} />
          <div className="product-summary">
            <p className="product-kicker">{[facts.brand, category].filter(Boolean).join(' · ')}</p>
            <h1 dir="auto" className="text-3xl md:text-4xl lg:text-5xl">
              {name}
            </h1>
            {facts.verdict && (
              <p dir="auto" className="product-dek">
                {facts.verdict}
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
