import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { facetNames, type ProductSort, productSorts } from '../../../contract/shop/product-filters.ts'
import { type FacetData, type FacetsData, productFacetsQuery } from '../../data/shop.ts'
import { useQueries } from '../../environment.tsx'
import { Link, useRouter, useTarget } from '../../lib/router.tsx'
import { keyOf, readShopQuery, type ShopQuery, shopHref } from '../../shop-query.ts'
import { X } from '../../ui/icons.tsx'

/**
 * A form that works without scripts; with them a choice applies at once. Narrow screens show it as a sheet over the page, whose
 * button stays below the header (`styles/shop.css`); `reader/menus.ts` closes it.
 */
export function ProductFilters({ shown: loaded }: { shown: ShopQuery }) {
  const { navigate } = useRouter()
  const { sort: _sort, ...filters } = loaded
  const target = useTarget()
  // A choice builds on the one before it, whose products may still be loading.
  const shown = target.pathname === '/shop' ? readShopQuery(target.searchParams) : loaded
  const { data: facets } = useQuery(productFacetsQuery(useQueries().read, filters))
  const form = useRef<HTMLFormElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const address = shopHref(shown)
  const before = useRef(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for all filters
  useEffect(() => {
    // The choices of a reader before hydration stay.
    if (form.current && before.current !== address) showFilters(form.current, shown)
    before.current = address
  }, [address])
  if (!facets) return null
  if (facets.total === 0 && shopHref(loaded) === '/shop') return null

  const chosen = chosenFilters(shown, facets)
  const set = chosen.length + (shown.sort ? 1 : 0)
  const apply = () => {
    if (!form.current) return
    const choices = [...new FormData(form.current)].map(([name, value]) => [name, String(value)])
    navigate(shopHref(readShopQuery(new URLSearchParams(choices))), { stay: true })
  }
  const applyChoice = ({ target }: ChangeEvent<HTMLFormElement>) => {
    // A number is complete when the field is left or the form is sent.
    if (target.type !== 'number') apply()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
    // The focus leaves the sheet, which closes it, for the start of the list.
    if (form.current?.closest('details')?.open) count.current?.focus()
  }
  return (
    <>
      <details name="menu" className="filters">
        <summary>{`Filter and sort${set ? ` (${set})` : ''}`}</summary>
        <form
          ref={form}
          action="/shop"
          aria-label="Filter products"
          onChange={applyChoice}
          onSubmit={submit}
          data-client="choices"
        >
          {shown.category && <input type="hidden" name="category" value={shown.category} />}
          {choices.map((name) => (
            <Choice key={name} name={name} label={labels[name]} values={facets[name]} chosen={shown[name]} />
          ))}
          <Choice
            name="rating"
            label={labels.rating}
            values={facets.rating.map(([least, count]) => [`${least} and up`, count, least])}
            chosen={shown.rating?.toString()}
          />
          <SortChoice sort={shown.sort} />
          <PriceRange facets={facets} shown={shown} />
          <FreeChoices facets={facets} shown={shown} />
          <button type="submit">Apply</button>
        </form>
      </details>
      <div className="filter-chosen">
        <p ref={count} role="status" tabIndex={-1}>
          {`${facets.total} ${facets.total === 1 ? 'product' : 'products'}`}
        </p>
        {chosen.length > 0 && <ChosenFilters shown={shown} chosen={chosen} count={count} />}
      </div>
    </>
  )
}

function FreeChoices({ facets: { free }, shown }: { facets: FacetsData; shown: ShopQuery }) {
  if (free.length === 0) return null
  return (
    <div>
      {free.map((value) => (
        <label key={keyOf(value)}>
          <input type="checkbox" name="free" value={keyOf(value)} defaultChecked={isChosen(shown, keyOf(value))} />
          {`${value[0]} (${value[1]})`}
        </label>
      ))}
    </div>
  )
}

const sorts: Record<ProductSort, string> = {
  price: 'Price, low to high',
  'price-desc': 'Price, high to low',
  rating: 'Best rated',
  newest: 'Newest',
}

function SortChoice({ sort }: Pick<ShopQuery, 'sort'>) {
  return (
    <select name="sort" aria-label="Sort" defaultValue={sort ?? ''}>
      <option value="">Sort: my order</option>
      {productSorts.map((value) => (
        <option key={value} value={value}>
          {value === sort ? `Sort: ${sorts[value]}` : sorts[value]}
        </option>
      ))}
    </select>
  )
}

const labels = { skin: 'Skin type', concern: 'Concern', ingredient: 'Ingredient', brand: 'Brand', rating: 'Rating' }
const choices = ['skin', 'concern', 'ingredient', 'brand'] as const

type ChoiceProps = { name: string; label: string; values: FacetData[]; chosen: string | undefined }

function Choice({ name, label, values, chosen }: ChoiceProps) {
  if (values.length === 0) return null
  return (
    <select name={name} aria-label={label} defaultValue={chosen ?? ''}>
      <option value="">{label}</option>
      {values.map((value) => (
        <option key={keyOf(value)} value={keyOf(value)}>
          {`${keyOf(value) === chosen ? `${label}: ` : ''}${value[0]} (${value[1]})`}
        </option>
      ))}
    </select>
  )
}

function PriceRange({ facets: { price }, shown: { from, to } }: { facets: FacetsData; shown: ShopQuery }) {
  if (!price && from === undefined && to === undefined) return null
  const field = { type: 'number', min: 0, step: 1, inputMode: 'numeric' } as const
  return (
    <fieldset>
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

type ChosenFilter = { label: string; without: ShopQuery }

type ChosenFiltersProps = { shown: ShopQuery; chosen: ChosenFilter[]; count: RefObject<HTMLElement | null> }

/** A link for each filter that removes it, after which the focus is on the next one, on the one before or on the number of products. */
function ChosenFilters({ shown, chosen, count }: ChosenFiltersProps) {
  const { category } = shown
  const leave = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const { nextElementSibling, previousElementSibling } = currentTarget.parentElement!
    const link = [nextElementSibling, previousElementSibling].map((item) => item?.querySelector('a'))
    ;(link.find((other) => other && !other.matches('.product-link')) ?? count.current)?.focus()
  }
  return (
    <ul data-client="">
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <Link stay href={shopHref({ ...shown, ...without })} onClick={leave}>
            <span className="sr-only">Remove filter: </span>
            {label}
            <X className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link stay href={shopHref({ category })} onClick={() => count.current?.focus()} className="product-link">
          Clear filters
        </Link>
      </li>
    </ul>
  )
}

function chosenFilters(shown: ShopQuery, facets: FacetsData): ChosenFilter[] {
  const currency = facets.price?.currency ?? 'USD'
  const { from, to, rating } = shown
  return [
    ...facetNames.flatMap((name) => {
      const keys = shown[name]?.split(',') ?? []
      const label = name === 'free' ? '' : `${labels[name]}: `
      return keys.map((key) => ({
        label: label + (facets[name].find((value) => keyOf(value) === key)?.[0] ?? key),
        without: { [name]: keys.filter((other) => other !== key).join(',') || undefined },
      }))
    }),
    ...(from === undefined
      ? []
      : [{ label: `From ${formatPrice(`${from}`, currency)}`, without: { from: undefined } }]),
    ...(to === undefined ? [] : [{ label: `Up to ${formatPrice(`${to}`, currency)}`, without: { to: undefined } }]),
    ...(rating === undefined ? [] : [{ label: `${labels.rating}: ${rating} and up`, without: { rating: undefined } }]),
  ]
}
