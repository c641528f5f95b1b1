import { formatPrice } from '../../../contract/shop/format-price.ts'
import { facetNames, isFiltered } from '../../../contract/shop/product-filters.ts'
import type { FacetsData } from '../../data/shop.ts'
import { Link } from '../../lib/router.tsx'
import { keyOf, type ShopQuery, shopHref } from '../../shop-query.ts'
import { X } from '../../ui/icons.tsx'

type ChosenFiltersProps = { shown: ShopQuery; facets: FacetsData }

/** How many products there are, and a link for each filter that removes it. */
export function ChosenFilters({ shown, facets }: ChosenFiltersProps) {
  const { category, ...others } = shown
  return (
    <div className="filter-chosen">
      <p role="status">
        {facets.total} {facets.total === 1 ? 'product' : 'products'}
      </p>
      {isFiltered(others) && (
        <ul>
          {chosenFilters(shown, facets).map(({ label, without }) => (
            <li key={label}>
              <Link href={shopHref({ ...shown, ...without })}>
                <span className="sr-only">Remove filter: </span>
                {label}
                <X className="size-3.5" />
              </Link>
            </li>
          ))}
          <li>
            <Link href={shopHref({ category })} className="product-link">
              Clear filters
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}

function chosenFilters(shown: ShopQuery, facets: FacetsData): { label: string; without: ShopQuery }[] {
  const currency = facets.price?.currency ?? 'USD'
  const { from, to, rating } = shown
  return [
    ...facetNames.flatMap((name) => {
      const keys = shown[name]?.split(',') ?? []
      return keys.map((key) => ({
        label: facets[name].find((value) => keyOf(value) === key)?.[0] ?? key,
        without: { [name]: keys.filter((other) => other !== key).join(',') || undefined },
      }))
    }),
    ...(from === undefined
      ? []
      : [{ label: `From ${formatPrice(`${from}`, currency)}`, without: { from: undefined } }]),
    ...(to === undefined ? [] : [{ label: `Up to ${formatPrice(`${to}`, currency)}`, without: { to: undefined } }]),
    ...(rating === undefined ? [] : [{ label: `${rating} and up`, without: { rating: undefined } }]),
  ]
}
