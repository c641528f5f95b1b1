import type { BuiltRoutine, RoutineStepInput, RoutineWishes } from '../../../contract/content/routines.ts'
import { toMinorUnits } from '../../../contract/shop/money.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findActiveProducts, listProductCategories } from '../../shop/products/products.repo.ts'
import { type PublicPrice, usualCurrency } from '../../shop/products/public-prices.repo.ts'
import { buildSteps, chooseRoutine, concernKey, isOfKind, suitsSkin, type Wishes } from './build-routine.ts'
import { productIdsOf, sumsOf } from './routine-rows.ts'
import { type CandidateRoutine, listCandidateRoutines } from './routines.repo.ts'

/** Products among which alternatives are chosen. */
const ALTERNATIVES_MAX = 300

/** The choices that a reader has and, where one is made, the routine that fits best. */
export async function readBuiltRoutine(
  db: Db,
  { skin, concern = '', budget }: RoutineWishes,
  prices: PublicPrice[],
): Promise<BuiltRoutine> {
  const routines = await listCandidateRoutines(db)
  const currency = usualCurrency(prices)
  const concerns = new Map<string, string>()
  for (const label of routines.flatMap((routine) => routine.concerns)) {
    const key = concernKey(label)
    if (key && !concerns.has(key)) concerns.set(key, label)
  }
  const chosen = [...new Set(concern.split(','))].filter((key) => concerns.has(key))
  const wishes: Wishes = {
    skin: skin === 'any' ? undefined : skin,
    concerns: chosen,
    budget: budget === undefined ? undefined : toMinorUnits(String(budget), currency),
    currency,
  }
  const hasWish = skin !== undefined || chosen.length > 0 || budget !== undefined
  const routine = hasWish ? chooseRoutine(routines, wishes) : undefined
  return {
    hasRoutines: routines.length > 0,
    concerns: [...concerns]
      .map(([key, label]) => ({ key, label }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    currency,
    result: routine ? await readResult(db, routine, { wishes, labels: concerns, prices }) : null,
  }
}

async function readResult(
  db: Db,
  routine: CandidateRoutine,
  { wishes, labels, prices }: { wishes: Wishes; labels: ReadonlyMap<string, string>; prices: PublicPrice[] },
): Promise<NonNullable<BuiltRoutine['result']>> {
  const { slug, name, summary, skinTypes } = routine
  const products = await findActiveProducts(db, {
    ids: [...new Set([...productIdsOf(routine), ...(await findAlternatives(db, routine.steps, { wishes, prices }))])],
    affiliateLinks: [],
  })
  const named = new Set(routine.concerns.map(concernKey))
  // In one order, so that the same database gives the same routine.
  const steps = buildSteps(
    routine.steps,
    products.sort((a, b) => a.id - b.id),
    wishes,
  )
  return {
    routine: { slug, name, summary },
    suitsSkin: suitsSkin(skinTypes, wishes.skin),
    missedConcerns: wishes.concerns.flatMap((key) => (named.has(key) ? [] : (labels.get(key) ?? []))),
    steps,
    ...sumsOf(steps),
  }
}

/**
 * The ids of the active products that could take a place in these steps: the cheapest, and without a budget also some whose
 * price visitors do not get.
 */
async function findAlternatives(
  db: Db,
  steps: RoutineStepInput[],
  { wishes, prices }: { wishes: Wishes; prices: PublicPrice[] },
): Promise<number[]> {
  const own = await findActiveProducts(db, { ids: productIdsOf({ steps }), affiliateLinks: [] })
  const used = new Set(own.map((product) => product.category))
  const categories = (await listProductCategories(db)).filter(
    (category) => used.has(category) || steps.some((step) => isOfKind(step.kind, category)),
  )
  if (categories.length === 0) return []
  const priced = prices
    .filter(({ currency, category }) => currency === wishes.currency && categories.includes(category))
    .toSorted((one, other) => one.minor - other.minor)
    .map(({ id }) => id)
  const others = wishes.budget === undefined ? await listUnpriced(db, categories, prices) : []
  return [...priced.slice(0, ALTERNATIVES_MAX), ...others]
}

async function listUnpriced(db: Db, categories: string[], prices: PublicPrice[]): Promise<number[]> {
  const priced = new Set(prices.map(({ id }) => id))
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('category', 'in', categories)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id }) => (priced.has(id) ? [] : [id])).slice(0, ALTERNATIVES_MAX)
}
