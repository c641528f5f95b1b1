import { HOME_PRODUCTS } from '../../../contract/platform/limits.ts'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import type { ProductCardData } from '../../data/page-data.ts'
import type { PageQueryState } from '../../data/use-page-query.ts'
import { copy } from '../../lib/copy.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { SectionHeading } from '../layout/section-heading.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

type ProductSectionProps = {
  title: string
  /** Whether the owner wrote the title. */
  isWritten: boolean
  products: PageQueryState<{ items: ProductCardData[] }>
  /** The placement under which clicks are counted. */
  linkId: LinkPlace
}

/** A few recommended products with the way to all of them. */
export function ProductSection({
  title,
  isWritten,
  products: { data, isPending, isError },
  linkId,
}: ProductSectionProps) {
  if (data?.items.length === 0) return null
  return (
    <section aria-labelledby="products" className="py-16 md:py-24">
      <Container>
        <SectionHeading id="products" title={title} isWritten={isWritten} />
        <DisclosureNote className="-mt-3 md:-mt-5" />
        <div className="mt-10">
          {isPending && <ProductGridSkeleton count={HOME_PRODUCTS} />}
          {isError && (
            <StatusMessage tone="error" className="mb-8">
              {copy.productsFailed}
            </StatusMessage>
          )}
          {data && <ProductGrid products={data.items} placement={linkId} headingLevel={3} />}
        </div>
        <div className="mt-12 text-center">
          <ButtonLink href="/shop" variant="secondary" size="large">
            View All Products
          </ButtonLink>
        </div>
      </Container>
    </section>
  )
}
