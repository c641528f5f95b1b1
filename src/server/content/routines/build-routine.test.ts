import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoutineStepInput } from '../../../contract/content/routines.ts'
import { toAmount, toMinorUnits } from '../../../contract/shop/money.ts'
import { blankFacts, type SkinType, skinTypes } from '../../../contract/shop/product-facts.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { buildSteps, chooseRoutine, concernKey, isOfKind, type Wishes } from './build-routine.ts'
import { sumsOf } from './routine-rows.ts'

function product(id: number, over: Partial<Product> & { skin?: SkinType[] } = {}): Product {
  const { skin = [], ...fields } = over
  return {
    id,
    name: `Product ${id}`,
    slug: `product-${id}`,
    category: 'Cleansers',
    price: '10.00',
    currency: 'USD',
    imageUrl: '',
    imageAlt: '',
    affiliateLink: 'https://shop.example/',
    isActive: true,
    picture: null,
    facts: { ...blankFacts, skinTypes: skin },
    ...fields,
  }
}

function step(kind: string, productId: number | null, over: Partial<RoutineStepInput> = {}): RoutineStepInput {
  const words = { amount: '', often: '', wait: '', why: 'Because.', swap: '' }
  return { time: 'morning', kind, productId, swapProductId: null, ...words, ...over }
}

const anyone: Wishes = { concerns: [], currency: 'USD' }
const chosen = (steps: ReturnType<typeof buildSteps>) =>
  steps.map(({ product: found, choice, reason }) => [found?.id ?? null, choice, reason])

test('the routine for the skin type comes before one for all, then the concerns decide, then the owner’s order', () => {
  const forAll = { name: 'all', skinTypes: [], concerns: ['Acne', 'Dry patches'] }
  const oily = { name: 'oily', skinTypes: ['oily' as const], concerns: [] }
  const oilyAcne = { name: 'oily acne', skinTypes: ['oily' as const], concerns: ['acne'] }
  const dry = { name: 'dry', skinTypes: ['dry' as const], concerns: ['Acne'] }
  const choose = (wishes: Partial<Wishes>, routines = [dry, forAll, oily, oilyAcne]) =>
    chooseRoutine<(typeof routines)[number]>(routines, { ...anyone, ...wishes })?.name
  expect(choose({ skin: 'oily' })).toBe('oily')
  expect(choose({ skin: 'oily', concerns: ['acne'] })).toBe('oily acne')
  expect(choose({ concerns: ['dry-patches'] })).toBe('all')
  expect(choose({ skin: 'normal' })).toBe('all')
  expect(choose({ skin: 'normal' }, [dry, oily])).toBe('dry')
  expect(choose({ skin: 'oily' }, [])).toBeUndefined()
})

test('a kind of step takes the products of its category in the plural', () => {
  expect(isOfKind('Cleanser', 'Cleansers')).toBe(true)
  expect(isOfKind('eye cream', 'Eye Creams')).toBe(true)
  expect(isOfKind('Serum', 'Cleansers')).toBe(false)
  expect(concernKey('  Dry, flaky patches! ')).toBe('dry-flaky-patches')
})

test('without a budget each step has the owner’s product', () => {
  const steps = buildSteps(
    [step('Cleanser', 1), step('Serum', 2)],
    [product(1), product(2, { price: '99.00' })],
    anyone,
  )
  expect(chosen(steps)).toEqual([
    [1, 'owner', null],
    [2, 'owner', null],
  ])
})

test('a product that does not suit the skin gives way to her cheapest of the same category that does', () => {
  const active = [
    product(1, { skin: ['oily'] }),
    product(2, { price: '8.00', skin: ['dry'] }),
    product(3, { price: '5.00', skin: ['oily'] }),
    product(4, { price: '7.00' }),
  ]
  const [built] = buildSteps([step('First step', 1)], active, { ...anyone, skin: 'dry' })
  expect(built).toMatchObject({ product: { id: 4 }, choice: 'alternative', reason: 'skin', why: '' })
})

test('sensitive skin gets the owner’s swap', () => {
  const steps = [step('Cleanser', 1, { swapProductId: 2, swap: 'Milk instead' })]
  const active = [product(1), product(2, { price: '20.00', skin: ['dry'] })]
  expect(chosen(buildSteps(steps, active, { ...anyone, skin: 'sensitive' }))).toEqual([[2, 'swap', null]])
  expect(chosen(buildSteps(steps, active, { ...anyone, skin: 'dry' }))).toEqual([[1, 'owner', null]])
  expect(buildSteps(steps, active, anyone)[0]).toMatchObject({ swap: 'Milk instead', swapProduct: { id: 2 } })
})

test('a product that is gone leaves her cheapest of that kind, or the kind alone', () => {
  const steps = [step('Cleanser', 99), step('Toner', 98)]
  expect(chosen(buildSteps(steps, [product(3)], anyone))).toEqual([
    [3, 'alternative', 'gone'],
    [null, 'none', 'gone'],
  ])
})

test('an expensive product gives way so that later steps still fit into the budget', () => {
  const active = [
    product(1, { price: '30.00' }),
    product(2, { price: '6.00' }),
    product(3, { price: '15.00', category: 'Sunscreens' }),
  ]
  const steps = buildSteps([step('Cleanser', 1), step('Sunscreen', 3)], active, { ...anyone, budget: 3000 })
  expect(chosen(steps)).toEqual([
    [2, 'alternative', 'budget'],
    [3, 'owner', null],
  ])
})

test('where even the cheapest do not fit, a step keeps its kind and says why', () => {
  const active = [product(1, { price: '9.00' }), product(3, { price: '15.00', category: 'Sunscreens' })]
  const steps = buildSteps([step('Cleanser', 1), step('Sunscreen', 3)], active, { ...anyone, budget: 1000 })
  expect(chosen(steps)).toEqual([
    [1, 'owner', null],
    [null, 'none', 'budget'],
  ])
})

test('what stands in the morning and in the evening is bought once', () => {
  const steps = [step('Cleanser', 1), step('Cleanser', 1, { time: 'evening' })]
  const built = buildSteps(steps, [product(1)], { ...anyone, budget: 1000 })
  expect(chosen(built)).toEqual([
    [1, 'owner', null],
    [1, 'owner', null],
  ])
  expect(sumsOf(built).totals).toEqual([{ currency: 'USD', price: '10.00' }])
})

test('a choice of the owner without a price stays in a budget, and no other product without one comes in', () => {
  const unpriced = { price: '', currency: '' }
  const active = [product(1, unpriced), product(2, { ...unpriced, skin: ['oily'] }), product(3, { ...unpriced })]
  const steps = [step('Cleanser', 1), step('Cleanser', 2, { time: 'evening' })]
  const built = buildSteps(steps, [...active, product(4, { price: '6.00' })], { ...anyone, skin: 'dry', budget: 1000 })
  expect(chosen(built)).toEqual([
    [1, 'owner', null],
    [4, 'alternative', 'skin'],
  ])
  expect(sumsOf(built)).toEqual({ totals: [{ currency: 'USD', price: '6.00' }], unpriced: 1 })
  // Without a budget it may, after those with a price.
  expect(chosen(buildSteps(steps, active, { ...anyone, skin: 'dry' }))[1]).toEqual([3, 'alternative', 'skin'])
})

const anySkins = fc.subarray([...skinTypes])
const categories = ['Cleansers', 'Serums', 'Sunscreens']
const anyProduct = (id: number) =>
  fc
    .record({
      price: fc.integer({ min: 0, max: 6000 }).map((cents) => toAmount(cents, 'USD')),
      category: fc.constantFrom(...categories),
      currency: fc.constantFrom('USD', 'USD', 'EUR'),
      skin: anySkins,
    })
    .map((over) => product(id, over))
const anyStep = fc
  .record({
    kind: fc.constantFrom('Cleanser', 'Serum', 'Sunscreen', 'Mask'),
    productId: fc.option(fc.integer({ min: 1, max: 12 })),
    swapProductId: fc.option(fc.integer({ min: 1, max: 12 })),
    time: fc.constantFrom('morning' as const, 'evening' as const),
  })
  .map(({ kind, productId, ...over }) => step(kind, productId, over))

test('for any routine and shop: every product is active, suits, stands for its step, and the total is within the budget', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 10 }),
      fc.tuple(...Array.from({ length: 10 }, (_, i) => anyProduct(i + 1))),
      fc.record({
        skin: fc.option(fc.constantFrom(...skinTypes), { nil: undefined }),
        budget: fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }),
      }),
      (steps, active, wishes) => {
        const built = buildSteps(steps, active, { ...anyone, ...wishes })
        expect(built.map(({ kind, time }) => [kind, time])).toEqual(steps.map(({ kind, time }) => [kind, time]))
        for (const [i, { product: found, choice, reason }] of built.entries()) {
          const known = active.find(({ id }) => id === found?.id)
          expect(found === null).toBe(choice === 'none')
          if (!found) continue
          expect(known).toBeDefined()
          expect(found).not.toHaveProperty('facts')
          if (choice === 'owner') expect(found.id).toBe(steps[i]!.productId)
          if (choice === 'swap') expect([found.id, wishes.skin]).toEqual([steps[i]!.swapProductId, 'sensitive'])
          else if (wishes.skin && known!.facts.skinTypes.length > 0)
            expect(known!.facts.skinTypes).toContain(wishes.skin)
          if (choice === 'alternative') expect(reason === null && steps[i]!.productId !== null).toBe(false)
        }
        if (wishes.budget === undefined) return
        for (const { currency, price } of sumsOf(built).totals) {
          expect(currency).toBe('USD')
          expect(toMinorUnits(price, 'USD')).toBeLessThanOrEqual(wishes.budget)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('a larger budget never gives a step less', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 8 }),
      fc.tuple(...Array.from({ length: 8 }, (_, i) => anyProduct(i + 1))),
      (steps, active) => {
        const without = (budget: number | undefined) =>
          buildSteps(
            steps,
            active.map((each) => ({ ...each, currency: 'USD' })),
            { ...anyone, budget },
          ).filter(({ choice }) => choice === 'none').length
        expect(without(1_000_000)).toBe(without(undefined))
        expect(without(1_000_000)).toBeLessThanOrEqual(without(500))
      },
    ),
  )
})

test('what a routine costs is summed in the digits of each currency', () => {
  const of = (id: number, currency: string, price: string) => ({ product: product(id, { currency, price }) })
  const steps = [of(1, 'JPY', '1500'), of(2, 'KWD', '4.250'), of(3, 'JPY', '980'), of(4, 'KWD', '0.755')]
  expect(sumsOf(steps).totals).toEqual([
    { currency: 'JPY', price: '2480' },
    { currency: 'KWD', price: '5.005' },
  ])
})
