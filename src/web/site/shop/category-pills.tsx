import { useQuery } from '@tanstack/react-query'
import { useQueries } from '../../environment.tsx'
import { Link } from '../../lib/router.tsx'
import { type ShopQuery, shopHref } from '../../shop-query.ts'

/** The shop's categories: links, which keep the other filters. */
export function CategoryPills({ shown }: { shown: ShopQuery }) {
  const { data } = useQuery(useQueries().productCategories())
  const current = shown.category
  // A shop without products has nothing to choose from.
  if (data?.length === 0 && current === undefined) return null
  return (
    <nav aria-label="Product categories">
      <ul className="flex flex-wrap justify-center gap-2 sm:gap-3">
        {[undefined, ...(data ?? [])].map((category) => (
          <li key={category ?? ''}>
            <Link
              href={shopHref({ ...shown, category })}
              aria-current={category === current ? 'page' : undefined}
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
