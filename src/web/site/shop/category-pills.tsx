import { useQuery } from '@tanstack/react-query'
import { useQueries } from '../../environment.tsx'
import { Link } from '../../lib/router.tsx'
import { shopHref } from './shop-href.ts'

/** The shop's filter: links, so that each category has an address. */
export function CategoryPills({ current }: { current: string | undefined }) {
  const { data: categories = [] } = useQuery(useQueries().productCategories())
  return (
    <nav aria-label="Product categories">
      <ul className="flex flex-wrap justify-center gap-2 sm:gap-3">
        {[undefined, ...categories].map((category) => (
          <li key={category ?? ''}>
            <Link href={shopHref(category)} aria-current={category === current ? 'page' : undefined} className="pill">
              {category ?? 'All Products'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
