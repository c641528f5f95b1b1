import type { BuiltStep, RoutineStepInput, StepChoice, StepReason } from '../../../contract/content/routines.ts'
import { toMinorUnits } from '../../../contract/shop/money.ts'
import type { SkinType } from '../../../contract/shop/product-facts.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { toRoutineProduct } from './routine-rows.ts'

/** A rule without a database: which of the owner's routines fits a reader best, and with which of her products. */

export type Wishes = {
  skin?: SkinType | undefined
  /** Keys, as `concernKey` makes them. */
  concerns: string[]
  /** In minor units of `currency`. */
  budget?: number | undefined
  currency: string
}

type Described = { skinTypes: SkinType[]; concerns: string[] }

/** `Dry patches` as `dry-patches`. */
export function concernKey(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/** Whether a routine or product is for this skin; one without skin types is for all. */
export function suitsSkin(skinTypes: SkinType[], skin: SkinType | undefined): boolean {
  return skin === undefined || skinTypes.length === 0 || skinTypes.includes(skin)
}

/** The routine that fits best: by skin type, then by concerns, then by the owner's order. Undefined for an empty list. */
export function chooseRoutine<R extends Described>(routines: R[], { skin, concerns }: Wishes): R | undefined {
  const score = (routine: R) => {
    const forSkin =
      skin !== undefined && routine.skinTypes.includes(skin) ? 2 : Number(suitsSkin(routine.skinTypes, skin))
    const keys = new Set(routine.concerns.map(concernKey))
    // More than all concerns together.
    return forSkin * 1000 + concerns.filter((key) => keys.has(key)).length
  }
  let best: R | undefined
  for (const routine of routines) if (best === undefined || score(routine) > score(best)) best = routine
  return best
}

/** Whether a step of this kind takes a product of this category: `Cleanser` those of `Cleansers`. */
export function isOfKind(kind: string, category: string): boolean {
  const singular = (text: string) => concernKey(text).replace(/(?<!s)s$/, '')
  return singular(kind) === singular(category)
}

type Decision = { product: Product | null; choice: StepChoice; reason: StepReason | null }

/** A product that several steps share: the cleanser of morning and evening is bought once. */
type Need = {
  key: string
  /** The owner's choice, or her swap for sensitive skin; null if she names none or it is gone. */
  preferred: Product | null
  isSwap: boolean
  /** Her other suitable products for it, the cheapest first and those without a price last; with a budget only priced ones of its currency. */
  alternatives: Product[]
}

/**
 * The steps with a product each: the owner's if it suits the skin and the budget holds, else her cheapest suitable one of the
 * same category or kind, else the kind alone. The budget holds if the cheapest products of all later steps still fit; where
 * even those of all steps do not, each step in turn gets the cheapest product that fits. The total of the prices never exceeds the
 * budget.
 */
export function buildSteps(steps: RoutineStepInput[], active: Product[], wishes: Wishes): BuiltStep[] {
  const products = new Map(active.map((product) => [product.id, product]))
  const needs = new Map<string, Need>()
  for (const step of steps) {
    const need = toNeed(step, products, wishes)
    needs.set(need.key, need)
  }
  const decisions = decide([...needs.values()], wishes)
  return steps.map((step) => {
    const decision = decisions.get(toNeed(step, products, wishes).key)
    if (!decision) throw new Error('A step has no decision')
    return toBuiltStep(step, decision, products, wishes)
  })
}

function toNeed(step: RoutineStepInput, products: ReadonlyMap<number, Product>, wishes: Wishes): Need {
  const find = (id: number | null) => (id === null ? undefined : products.get(id))
  const swap = wishes.skin === 'sensitive' ? find(step.swapProductId) : undefined
  const owners = find(step.productId)
  const preferred = swap ?? owners ?? null
  const isFor = ({ category }: Product) => category === owners?.category || isOfKind(step.kind, category)
  return {
    key: preferred ? `${preferred.id} ${swap ? 'swap' : ''}` : `kind ${concernKey(step.kind)}`,
    preferred,
    isSwap: swap !== undefined,
    alternatives: [...products.values()]
      .filter((product) => product !== preferred && canReplace(product, wishes))
      .filter((product) => isFor(product) && suitsSkin(product.facts.skinTypes, wishes.skin))
      .toSorted((a, b) => Number(a.price === '') - Number(b.price === '') || priceOf(a) - priceOf(b)),
  }
}

/** 0 for a product without a price. */
const priceOf = ({ price, currency }: Product) => (price === '' ? 0 : toMinorUnits(price, currency))

function canReplace({ price, currency }: Product, wishes: Wishes): boolean {
  return price === '' ? wishes.budget === undefined : currency === wishes.currency
}

function decide(needs: Need[], wishes: Wishes): Map<string, Decision> {
  const { budget, currency } = wishes
  // A choice of the owner whose price is not shown stays, and the sum says that it lacks it.
  const isComparable = (product: Product) =>
    budget === undefined || product.price === '' || product.currency === currency
  /** The owner's own swap suits sensitive skin, whatever its facts say. */
  const suitable = ({ preferred, isSwap }: Need) =>
    preferred !== null && (isSwap || suitsSkin(preferred.facts.skinTypes, wishes.skin)) ? [preferred] : []
  const optionsOf = (need: Need) => [...suitable(need), ...need.alternatives].filter(isComparable)
  const least = needs.map((need) => Math.min(...optionsOf(need).map(priceOf), Number.POSITIVE_INFINITY))
  const costFrom = (first: number) => least.slice(first).reduce((sum, price) => sum + finite(price), 0)
  const isTight = budget !== undefined && costFrom(0) > budget

  const spoken = new Set(needs.flatMap(({ preferred }) => (preferred ? [preferred.id] : [])))
  const chosen = new Set<number>()
  let spent = 0
  const decisions = new Map<string, Decision>()
  for (const [i, need] of needs.entries()) {
    const room = budget === undefined ? Number.POSITIVE_INFINITY : budget - spent - (isTight ? 0 : costFrom(i + 1))
    const costOf = (product: Product) => (chosen.has(product.id) ? 0 : priceOf(product))
    const holds = (product: Product) => isComparable(product) && costOf(product) <= room
    const free = need.alternatives.filter(({ id }) => !spoken.has(id) && !chosen.has(id))
    const preferred = suitable(need)
    const options = [...preferred, ...free]
    const ordered = isTight ? options.toSorted((a, b) => costOf(a) - costOf(b)) : options
    const product = ordered.find(holds)
    const reason = reasonOf(need, {
      suits: preferred.length > 0,
      isShort: options.length > 0 && product !== options[0],
    })
    decisions.set(need.key, toDecision(need, product, reason))
    if (!product) continue
    spent += product.currency === currency ? costOf(product) : 0
    chosen.add(product.id)
  }
  return decisions
}

function reasonOf(need: Need, { suits, isShort }: { suits: boolean; isShort: boolean }): StepReason | null {
  if (need.preferred && !suits) return 'skin'
  return isShort ? 'budget' : null
}

function toDecision(need: Need, product: Product | undefined, reason: StepReason | null): Decision {
  if (!product) return { product: null, choice: 'none', reason }
  if (product !== need.preferred) return { product, choice: 'alternative', reason }
  return { product, choice: need.isSwap ? 'swap' : 'owner', reason: null }
}

const finite = (price: number) => (Number.isFinite(price) ? price : 0)

function toBuiltStep(
  step: RoutineStepInput,
  { product, choice, reason }: Decision,
  products: ReadonlyMap<number, Product>,
  { skin }: Wishes,
): BuiltStep {
  const { productId: _productId, swapProductId, ...words } = step
  const swapProduct = skin === undefined && swapProductId !== null ? products.get(swapProductId) : undefined
  const isGone = step.productId !== null && !products.has(step.productId) && choice !== 'swap'
  const showsSwap = skin === undefined || (skin === 'sensitive' && choice !== 'swap')
  return {
    ...words,
    // The owner wrote it about her own choice.
    why: choice === 'alternative' ? '' : step.why,
    swap: showsSwap ? step.swap : '',
    product: product && toRoutineProduct(product),
    swapProduct: swapProduct ? toRoutineProduct(swapProduct) : null,
    choice,
    reason: isGone ? 'gone' : reason,
  }
}
