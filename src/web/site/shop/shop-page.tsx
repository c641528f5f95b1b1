import { useQuery } from '@tanstack/react-query'
import { PRODUCTS_PER_PAGE } from '../../../contract/limits.ts'
import type { Product } from '../../../contract/products.ts'
import type { SharedSettings } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { pageNumber } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { useRouter } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { CategoryPills } from './category-pills.tsx'
import { DisclosureLine } from './disclosure-line.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { shopHref } from './shop-href.ts'

const SKELETONS = 8

export function ShopPage() {
  const site = useSite()
  const { query } = useRouter()
  const category = query.get('category') || undefined
  const page = pageNumber(query) ?? 1
  const { data, isPending, isError } = useQuery(useQueries().products({ page, limit: PRODUCTS_PER_PAGE, category }))
  const pageCount = data ? Math.ceil(data.total / PRODUCTS_PER_PAGE) : 1

  return (
    <Container className="py-12 md:py-20">
      <Head
        title={[category, site.shopHeading, page > 1 && `Page ${page}`, site.brand].filter(Boolean).join(' | ')}
        description={describe(category)}
        path={shopHref(category, page)}
      />
      {data && data.items.length > 0 && <JsonLd data={toItemList(data.items, site, (page - 1) * PRODUCTS_PER_PAGE)} />}
      <header className="mx-auto max-w-text text-center">
        <h1 className="text-4xl md:text-5xl lg:text-6xl">{site.shopHeading}</h1>
        <p className="mt-4 font-accent text-xl text-ink-soft italic md:text-2xl">
          Gentle things that earn their place in a beginner’s routine.
        </p>
        <div className="mt-5">
          <DisclosureLine />
        </div>
      </header>
      <div className="mt-10 md:mt-14">
        <CategoryPills current={category} />
      </div>
      <div className="mt-10 md:mt-14">
        {isPending && <ProductGridSkeleton count={SKELETONS} />}
        {isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.productsFailed}
          </StatusMessage>
        )}
        {data?.items.length === 0 && <NoProducts />}
        {data && data.items.length > 0 && (
          <ProductGrid products={data.items} placement="shop" headingLevel={2} priority={4} />
        )}
      </div>
      {pageCount > 1 && (
        <div className="mt-16">
          <Pagination page={page} pages={pageCount} hrefOf={(number) => shopHref(category, number)} />
        </div>
      )}
      <div className="mt-16 border-t border-line pt-8 md:mt-24">
        <DisclosureNote />
      </div>
    </Container>
  )
}

function NoProducts() {
  return (
    <div className="py-16 text-center">
      <p className="mb-6 font-accent text-2xl text-ink-soft italic">No products found in this category.</p>
      <ButtonLink href="/shop" variant="secondary">
        View All Products
      </ButtonLink>
    </div>
  )
}

function describe(category: string | undefined): string {
  const what = category ? `Recommended for beginners: ${category}.` : 'Skincare products recommended for beginners.'
  return `${what} Gentle, fairly priced and chosen one by one, with links to the shops that sell them.`
}

function toItemList(products: Product[], site: SharedSettings, before: number) {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, i) => ({
      '@type': 'ListItem',
      position: before + i + 1,
      item: {
        '@type': 'Product',
        name: product.name,
        category: product.category,
        image: product.picture ? sharedPictureUrl(site, product.picture) : absoluteUrl(site, product.imageUrl),
        offers: {
          '@type': 'Offer',
          price: product.price,
          priceCurrency: product.currency,
          url: product.affiliateLink,
        },
      },
    })),
  }
}
