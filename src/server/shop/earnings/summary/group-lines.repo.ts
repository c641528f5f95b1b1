import type { EarningsGroup, EarningsLine } from '../../../../contract/shop/earnings.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type CountedDays, countedPart, sumClicks } from '../../analytics/period-sums.repo.ts'
import { type SalesFilter, toKey } from './attributed-sales.repo.ts'
import { noVisitSums, toVisits } from './earnings-sums.ts'
import { listMostRead, sumPages, sumViewsOfPlaces } from './page-sums.repo.ts'
import { namePlacement, namePlaces, nameProducts, nameProgram } from './place-names.repo.ts'
import { LINES_MAX, type SalesSums, type ShownLine, toShownLines } from './sales-lines.ts'

/** The lines of each group, with names, clicks and views. */
export async function toGroups(
  db: Db,
  sums: SalesSums['lines'],
  filter: SalesFilter,
  counted: CountedDays,
): Promise<Record<EarningsGroup, EarningsLine[]>> {
  const lines = {
    place: toShownLines(sums, 'place', filter),
    product: toShownLines(sums, 'product', filter),
    placement: toShownLines(sums, 'placement', filter),
    program: toShownLines(sums, 'program', filter),
  }
  const nothing = { clicks: null, views: null }
  return {
    place: [...(await placeLines(db, lines.place.shown, filter, counted)), ...lines.place.others],
    product: [...(await productLines(db, lines.product.shown, filter, counted)), ...lines.product.others],
    placement: [
      ...lines.placement.shown.map(({ tuple, ...line }) => ({
        ...line,
        ...nothing,
        name: namePlacement(tuple.place_source, tuple.position),
      })),
      ...lines.placement.others,
    ],
    program: [
      ...lines.program.shown.map(({ tuple, ...line }) => ({
        ...line,
        ...nothing,
        name: nameProgram(tuple.network, tuple.advertiser),
      })),
      ...lines.program.others,
    ],
  }
}

/** Places with sales, then the most read pages without any. */
async function placeLines(
  db: Db,
  shown: readonly ShownLine[],
  filter: SalesFilter,
  counted: CountedDays,
): Promise<EarningsLine[]> {
  const pages = await sumPages(db, filter)
  const sold = shown.map(({ tuple }) => ({ source: tuple.place_source, id: tuple.place_id }))
  const known = new Set(shown.map(({ key }) => key))
  const read = (await listMostRead(db, pages, LINES_MAX)).filter(({ source, id }) => !known.has(toKey([source, id])))
  const places = [...sold, ...read.slice(0, LINES_MAX - shown.length)]
  const views = await sumViewsOfPlaces(db, pages, places)
  const nameOf = await namePlaces(db, places)
  const clicks = await sumClicks(
    db,
    'post_id',
    places.flatMap(({ source, id }) => (isBody(source) && id !== null ? [id] : [])),
    countedPart(filter, counted.clicks),
  )
  return places.map((place, index) => {
    const key = toKey([place.source, place.id])
    const { tuple: _, ...sums } = shown[index] ?? { tuple: undefined, key, ...toVisits(noVisitSums(), filter) }
    return {
      ...sums,
      name: nameOf(place),
      clicks: isBody(place.source) && place.id !== null ? (clicks.get(place.id) ?? 0) : null,
      views: views.get(key) ?? null,
    }
  })
}

const isBody = (source: string | null) => source === 'post' || source === 'page'

async function productLines(
  db: Db,
  shown: readonly ShownLine[],
  filter: SalesFilter,
  counted: CountedDays,
): Promise<EarningsLine[]> {
  const ids = shown.flatMap(({ tuple }) => tuple.product ?? [])
  const names = await nameProducts(db, ids)
  const clicks = await sumClicks(db, 'product_id', ids, countedPart(filter, counted.clicks))
  return shown.map(({ tuple: { product }, ...line }) => ({
    ...line,
    name: product === null ? 'No product' : (names.get(product) ?? `Product ${product}`),
    clicks: product === null ? null : (clicks.get(product) ?? 0),
    views: null,
  }))
}
