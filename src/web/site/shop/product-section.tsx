import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PRODUCT_SECTION } from '../../../contract/platform/limits.ts'
import type { LinkPlace } from '../../../contract/shop/link-places.ts'
import { useQueries } from '../../environment.tsx'
import { copy } from '../../lib/copy.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

type ProductSectionProps = {
  title: string
  description?: string
  limit?: number
  /** The placement under which clicks are counted. */
  linkId: LinkPlace
}

/** A few recommended products with the way to all of them. */
export function ProductSection({ title, description, limit = PRODUCT_SECTION, linkId }: ProductSectionProps) {
  const { data, isPending, isError } = useQuery(useQueries().products({ limit }))
  const headingId = `products${useId()}`
  if (data?.items.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="py-16 md:py-24">
      <Container>
        <SectionHeading id={headingId} title={title} description={description} />
        <DisclosureNote className="-mt-3 md:-mt-5" />
        <div className="mt-10">
          {isPending && <ProductGridSkeleton count={limit} />}
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
