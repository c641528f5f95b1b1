import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import type { FacetName } from '../../../contract/shop/product-filters.ts'
import { facetNames, isFiltered } from '../../../contract/shop/product-filters.ts'
import { type FacetData, type FacetsData, productFacetsQuery } from '../../data/shop.ts'
import { useQueries } from '../../environment.tsx'
import { Link, useRouter } from '../../lib/router.tsx'
import { keyOf, readShopQuery, type ShopQuery, shopHref } from '../../shop-query.ts'
import { X } from '../../ui/icons.tsx'

/** A form in one row, which works without scripts; with them a choice applies at once. */
export function ProductFilters({ shown }: { shown: ShopQuery }) {
  const { navigate } = useRouter()
  const { sort, ...filters } = shown
  const { data: facets } = useQuery(productFacetsQuery(useQueries().read, filters))
  const form = useRef<HTMLFormElement>(null)
  const address = shopHref(shown)
  const before = useRef(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for all filters
  useEffect(() => {
    // The choices of a reader before hydration stay.
    if (form.current && before.current !== address) showFilters(form.current, shown)
    before.current = address
  }, [address])
  if (!facets) return null
  if (facets.total === 0 && address === '/shop') return null

  const apply = () => {
    if (!form.current) return
    const chosen = [...new FormData(form.current)].map(([name, value]) => [name, String(value)])
    navigate(shopHref(readShopQuery(new URLSearchParams(chosen))), { stay: true })
  }
  const applyChoice = ({ target }: ChangeEvent<HTMLFormElement>) => {
    // A number is complete when the field is left or the form is sent.
    if (target.type !== 'number') apply()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <>
      <form
        ref={form}
        action="/shop"
        aria-label="Filter products"
        onChange={applyChoice}
        onSubmit={submit}
        data-client="choices"
        // Browsers leave a field that is half in view where it is.
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        className="filter-row"
      >
        {shown.category && <input type="hidden" name="category" value={shown.category} />}
        {choices.map(({ name, label }) => (
          <Choice key={name} name={name} label={label} values={facets[name]} chosen={shown[name]} />
        ))}
        <Choice
          name="rating"
          label="Rating"
          values={facets.rating.map(([least, count]) => [`${least} and up`, count, least])}
          chosen={shown.rating?.toString()}
        />
        <SortChoice sort={sort} />
        <PriceRange facets={facets} shown={shown} />
        <FreeChoices facets={facets} shown={shown} />
        <button type="submit">Apply</button>
      </form>
      <ChosenFilters shown={shown} facets={facets} />
    </>
  )
}

function FreeChoices({ facets, shown }: { facets: FacetsData; shown: ShopQuery }) {
  return facets.free.map((value) => (
    <label key={keyOf(value)} className="filter-check">
      <input type="checkbox" name="free" value={keyOf(value)} defaultChecked={isChosen(shown, keyOf(value))} />
      {`${value[0]} (${value[1]})`}
    </label>
  ))
}

function SortChoice({ sort }: Pick<ShopQuery, 'sort'>) {
  return (
    <select name="sort" aria-label="Sort" defaultValue={sort ?? ''}>
      <option value="">Sort: my order</option>
      <option value="price">Price, low to high</option>
      <option value="price-desc">Price, high to low</option>
      <option value="rating">Best rated</option>
      <option value="newest">Newest</option>
    </select>
  )
}

const choices: { name: Exclude<FacetName, 'free'>; label: string }[] = [
  { name: 'skin', label: 'Skin type' },
  { name: 'concern', label: 'Concern' },
  { name: 'ingredient', label: 'Ingredient' },
  { name: 'brand', label: 'Brand' },
]

type ChoiceProps = { name: string; label: string; values: FacetData[]; chosen: string | undefined }

function Choice({ name, label, values, chosen }: ChoiceProps) {
  if (values.length === 0) return null
  return (
    <select name={name} aria-label={label} defaultValue={chosen ?? ''}>
      <option value="">{label}</option>
      {values.map((value) => (
        <option key={keyOf(value)} value={keyOf(value)}>{`${value[0]} (${value[1]})`}</option>
      ))}
    </select>
  )
}

function PriceRange({ facets: { price }, shown: { from, to } }: { facets: FacetsData; shown: ShopQuery }) {
  if (!price && from === undefined && to === undefined) return null
  const field = { type: 'number', min: 0, step: 1, inputMode: 'numeric' } as const
  return (
    <fieldset className="filter-price">
      <legend>Price</legend>
      <input {...field} name="from" aria-label="Price from" placeholder={price?.from.toString()} defaultValue={from} />
      <span aria-hidden="true">–</span>
      <input {...field} name="to" aria-label="Price to" placeholder={price?.to.toString()} defaultValue={to} />
    </fieldset>
  )
}

function isChosen({ free }: ShopQuery, key: string): boolean {
  return free?.split(',').includes(key) ?? false
}

/** Fields keep what a reader chose; another URL, such as after Back, has other values. */
function showFilters(form: HTMLFormElement, shown: ShopQuery): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'number'))
      field.value = shown[field.name as keyof ShopQuery]?.toString() ?? ''
    else if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = isChosen(shown, field.value)
  }
}

type ChosenFiltersProps = { shown: ShopQuery; facets: FacetsData }

/** How many products there are, and a link for each filter that removes it. */
function ChosenFilters({ shown, facets }: ChosenFiltersProps) {
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
