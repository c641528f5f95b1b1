import * as z from 'zod/mini'
import { charactersUpTo, itemsUpTo, line, noNul, pictureAddress, typed, wellFormed } from '../platform/text-fields.ts'
import { SkinType, skinTypes } from '../shop/product-facts.ts'
import { Product } from '../shop/products.ts'
import { Picture } from './pictures.ts'

export const routineTimes = ['morning', 'evening'] as const
export const RoutineTime = z.enum(routineTimes)
export type RoutineTime = z.infer<typeof RoutineTime>

/** Steps of a routine, morning and evening together. */
export const STEPS_MAX = 24
const BUDGET_MAX = 100_000_000

const text = (max: number) =>
  z._default(z.string('Invalid input').check(typed(), charactersUpTo(max), noNul(), wellFormed()), '')
const productId = () =>
  z._default(z.nullable(z.number('Invalid input').check(z.int(), z.gte(1), z.lte(2_147_483_647))), null)

/** The owner's words about a step. */
const stepWords = {
  /** How much: 'A pea-sized amount'. */
  amount: text(120),
  /** How often: 'Every day', 'Two evenings a week'. */
  often: text(120),
  /** How long until the next step. */
  wait: text(120),
  why: text(400),
  /** The replacement for sensitive skin. */
  swap: text(300),
}

export const RoutineStepInput = z.object({
  time: RoutineTime,
  /** The kind of product, such as 'Cleanser'. It stays where the product is gone. */
  kind: line(1, 60, 'Please say what kind of step this is').check(wellFormed()),
  productId: productId(),
  ...stepWords,
  swapProductId: productId(),
})
export type RoutineStepInput = z.infer<typeof RoutineStepInput>

/** A routine as the owner sends it. Without a slug it keeps the one it has, and a new one gets it from its name. */
export const RoutineInput = z.object({
  name: line(2, 120, 'Name must be at least 2 characters').check(wellFormed()),
  slug: z.optional(
    z.string('Invalid input').check(
      typed(),
      charactersUpTo(100),
      // Empty stands for the name.
      z.regex(
        /^(?:[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*)?$/u,
        'Use lowercase letters, digits and single hyphens',
      ),
    ),
  ),
  /** One line. */
  summary: text(200),
  forWhom: text(600),
  skinTypes: z._default(z.array(SkinType).check(itemsUpTo(skinTypes.length)), []),
  concerns: z._default(z.array(line(1, 40, 'Required').check(wellFormed())).check(itemsUpTo(12)), []),
  imageUrl: z._default(
    pictureAddress({
      max: 2000,
      message: 'Use an image of the media library or an address with https://',
      isOptional: true,
    }),
    '',
  ),
  imageAlt: text(500),
  steps: z._default(
    z.array(RoutineStepInput).check(z.maxLength(STEPS_MAX, `Please keep a routine to ${STEPS_MAX} steps at most`)),
    [],
  ),
  isActive: z._default(z.boolean('Invalid input'), true),
})
export type RoutineInput = z.infer<typeof RoutineInput>

/** The fields of a product that a step shows. */
export const RoutineProduct = z.omit(Product, { facts: true })
export type RoutineProduct = z.infer<typeof RoutineProduct>

/** A step as readers see it; a product that is inactive or gone is null. */
export const RoutineStep = z.object({
  time: RoutineTime,
  kind: z.string(),
  product: z.nullable(RoutineProduct),
  amount: z.string(),
  often: z.string(),
  wait: z.string(),
  why: z.string(),
  swapProduct: z.nullable(RoutineProduct),
  swap: z.string(),
})
export type RoutineStep = z.infer<typeof RoutineStep>

/** The price of all products of a routine that have one, each counted once; `price` is a decimal in the digits of `currency`. */
export const RoutineTotal = z.object({ currency: z.string(), price: z.string() })
export type RoutineTotal = z.infer<typeof RoutineTotal>

const head = {
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  skinTypes: z.array(SkinType),
  concerns: z.array(z.string()),
  imageUrl: z.string(),
  imageAlt: z.string(),
  picture: z.nullable(Picture),
}

/** A routine in a list, with the number of its steps. */
export const RoutineSummary = z.object({ ...head, morningSteps: z.number(), eveningSteps: z.number() })
export type RoutineSummary = z.infer<typeof RoutineSummary>

/** An active routine with its products; `totals` has one entry for each currency, and `unpriced` products are in none. */
export const Routine = z.object({
  ...head,
  forWhom: z.string(),
  steps: z.array(RoutineStep),
  totals: z.array(RoutineTotal),
  unpriced: z.number(),
  updatedAt: z.string(),
})
export type Routine = z.infer<typeof Routine>

/** A published post that embeds the routine. */
const RoutinePost = z.object({ slug: z.string(), title: z.string() })

export const RoutineDetails = z.extend(Routine, { posts: z.array(RoutinePost) })
export type RoutineDetails = z.infer<typeof RoutineDetails>

/** A routine as the owner edits it; `position` is its place in the list, from 1. */
export const OwnerRoutine = z.object({
  ...head,
  forWhom: z.string(),
  steps: z.array(
    z.object({
      time: RoutineTime,
      kind: z.string(),
      productId: z.nullable(z.number()),
      amount: z.string(),
      often: z.string(),
      wait: z.string(),
      why: z.string(),
      swap: z.string(),
      swapProductId: z.nullable(z.number()),
    }),
  ),
  isActive: z.boolean(),
  position: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null unless it is in the trash. */
  deletedAt: z.nullable(z.string()),
})
export type OwnerRoutine = z.infer<typeof OwnerRoutine>

/** The choices of a reader; `concern` holds keys of `BuiltRoutine.concerns`, joined by commas. */
export const RoutineWishes = z.object({
  /** `any` for a routine without a preference. */
  skin: z.optional(z.enum([...skinTypes, 'any'])),
  concern: z.optional(z.string().check(charactersUpTo(600), noNul())),
  /** Whole units of `BuiltRoutine.currency`. */
  budget: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(BUDGET_MAX))),
})
export type RoutineWishes = z.infer<typeof RoutineWishes>

/**
 * Where the product of a built step comes from: the owner's choice, her swap for sensitive skin, her cheapest suitable
 * product of the same kind, or none.
 */
export const StepChoice = z.enum(['owner', 'swap', 'alternative', 'none'])
export type StepChoice = z.infer<typeof StepChoice>

/** Why it is not the owner's choice: it is too expensive, does not suit the skin, or is gone. Null where nothing is missing. */
export const StepReason = z.enum(['budget', 'skin', 'gone'])
export type StepReason = z.infer<typeof StepReason>

export const BuiltStep = z.extend(RoutineStep, {
  choice: StepChoice,
  reason: z.nullable(StepReason),
})
export type BuiltStep = z.infer<typeof BuiltStep>

/** The choices of the form and, where the reader has chosen, the routine that fits best. */
export const BuiltRoutine = z.object({
  hasRoutines: z.boolean(),
  /** The concerns that routines name. */
  concerns: z.array(z.object({ key: z.string(), label: z.string() })),
  /** The currency of the budget: that of most products. */
  currency: z.string(),
  result: z.nullable(
    z.object({
      routine: z.object({ slug: z.string(), name: z.string(), summary: z.string() }),
      suitsSkin: z.boolean(),
      /** Labels of the chosen concerns that the routine does not name. */
      missedConcerns: z.array(z.string()),
      steps: z.array(BuiltStep),
      totals: z.array(RoutineTotal),
      unpriced: z.number(),
    }),
  ),
})
export type BuiltRoutine = z.infer<typeof BuiltRoutine>
