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
            <Link
              href={shopHref(category)}
              aria-current={category === current ? 'page' : undefined}
              className="inline-flex min-h-10 items-center rounded-full border border-line bg-white px-3.5 text-[0.8125rem] font-medium text-ink-soft transition-colors hover:border-accent-deep hover:text-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper sm:min-h-11 sm:px-5 sm:text-sm"
            >
              {category ?? 'All Products'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
