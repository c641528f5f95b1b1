import { PRODUCTS_PER_PAGE } from '../../../contract/platform/limits.ts'
import { isFiltered } from '../../../contract/shop/product-filters.ts'
import { defaultTexts, type ProductCardData, type SharedSettings } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { pageNumber, productHref } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { readShopQuery, type ShopQuery, shopHref } from '../../shop-query.ts'
import shopStyles from '../../styles/shop.css?url'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { Pagination } from '../lists/pagination.tsx'
import { DisclosureLine } from './disclosure-line.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

const SKELETONS = 8

export function ShopPage() {
  const site = useSite()
  const { lang } = useWritten()
  const { query } = useRouter()
  const shown = readShopQuery(query)
  const { category, sort, ...filters } = shown
  const page = pageNumber(query) ?? 1
  const { data, isPending, isError } = usePageQuery(
    useQueries().products({ ...filters, category, sort, page, limit: PRODUCTS_PER_PAGE }),
  )
  const pageCount = data ? Math.ceil(data.total / PRODUCTS_PER_PAGE) : 1

  return (
    <Container className="shop">
      <link rel="stylesheet" href={shopStyles} precedence="blocks" />
      <Head
        title={[category, site.shopHeading, page > 1 && `Page ${page}`, site.brand].filter(Boolean).join(' | ')}
        description={describe(category)}
        path={shopHref(shown, page)}
        // Categories are pages of their own; any number of combinations can be made up.
        {...(isFiltered(filters) || sort ? { robots: 'noindex, follow' } : {})}
      />
      {data && data.items.length > 0 && <JsonLd data={toItemList(data.items, site, (page - 1) * PRODUCTS_PER_PAGE)} />}
      <header>
        <h1 lang={site.shopHeading === defaultTexts.shopHeading ? undefined : lang} className="title-1">
          {site.shopHeading}
        </h1>
        <p className="dek">Gentle things that earn their place in a beginner’s routine.</p>
        {data?.total !== 0 && <DisclosureLine />}
      </header>
      <CategoryPills shown={shown} />
      <ProductFilters shown={shown} />
      <div>
        {isPending && <ProductGridSkeleton count={SKELETONS} />}
        {isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.productsFailed}
          </StatusMessage>
        )}
        {data?.items.length === 0 && <NoProducts isFiltered={isFiltered(filters)} category={category} />}
        {data && data.items.length > 0 && (
          <ProductGrid products={data.items} placement="shop" headingLevel={2} priority={4} />
        )}
      </div>
      {pageCount > 1 && (
        <div className="mt-16">
          <Pagination page={page} pages={pageCount} hrefOf={(number) => shopHref(shown, number)} />
        </div>
      )}
      <div className="mt-16 border-t border-line pt-8 md:mt-24">
        <DisclosureNote />
      </div>
    </Container>
  )
}

function NoProducts({ isFiltered, category }: { isFiltered: boolean; category: string | undefined }) {
  return (
    <div className="py-16 text-center">
      <Drop />
      <p className="dek mb-6">No products found in this category.</p>
      <ButtonLink href="/shop" variant="secondary">
        View All Products
      </ButtonLink>
      {isFiltered && (
        <p className="mt-6">
          <ButtonLink href={shopHref({ category })} variant="quiet">
            Clear filters
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

function describe(category: string | undefined): string {
  const what = category ? `Recommended for beginners: ${category}.` : 'Skincare products recommended for beginners.'
  return `${what} Gentle, fairly priced and chosen one by one, with links to the shops that sell them.`
}

function toItemList(products: ProductCardData[], site: SharedSettings, before: number) {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, i) => ({
      '@type': 'ListItem',
      position: before + i + 1,
      ...toListed(product, site),
    })),
  }
}

/** Search engines reject a product without an offer, so one without a price is listed by its address. */
function toListed(product: ProductCardData, site: SharedSettings) {
  const { name, picture, imageUrl, price, currency } = product
  const url = absoluteUrl(site, productHref(product.slug))
  if (price === '') return { name, url }
  const image = picture ? sharedPictureUrl(site, picture) : imageUrl && absoluteUrl(site, imageUrl)
  return {
    item: { '@type': 'Product', name, url, image, offers: { '@type': 'Offer', price, priceCurrency: currency } },
  }
}

/** The shop's categories: links, which keep the other filters. */
function CategoryPills({ shown }: { shown: ShopQuery }) {
  const { lang } = useWritten()
  const { data } = usePageQuery(useQueries().productCategories())
  const current = shown.category
  // A shop without products has nothing to choose from.
  if (data?.length === 0 && current === undefined) return null
  return (
    // A new list starts with the chosen category, also where a reader has swiped it.
    <nav key={current} aria-label="Product categories" className="pills">
      <ul>
        {[undefined, ...(data ?? [])].map((category) => (
          <li key={category ?? ''}>
            <Link
              href={shopHref({ ...shown, category })}
              aria-current={category === current ? 'page' : undefined}
              lang={category === undefined ? undefined : lang}
              className="pill"
            >
              {category ?? 'All Products'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
