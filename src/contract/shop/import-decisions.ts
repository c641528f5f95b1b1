import * as z from 'zod/mini'
import { charactersUpTo, line, sentence, typed, wellFormed } from '../platform/text-fields.ts'
import { currencyFault } from './prices.ts'

/** The treatment of a row whose id alone names a product: nothing proves that it is the same one. */
export const IdChoice = z.enum(['update', 'create', 'skip'])
export type IdChoice = z.infer<typeof IdChoice>

/** Which of two currencies holds: the one in the price's cell or the other one; or the row is left out. */
export const ConflictChoice = z.enum(['price', 'column', 'skip'])
export type ConflictChoice = z.infer<typeof ConflictChoice>

/** Whether ratings that come with links to Amazon are the owner's own: its program forbids to show those of its customers. */
export const RatingChoice = z.enum(['keep', 'leave-out'])
export type RatingChoice = z.infer<typeof RatingChoice>

/** A question about some rows of a file, once for all of them. `open` counts those without a decision. */
export const ImportQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('id'), rows: z.number(), open: z.number() }),
  /** The currency that a symbol such as `$` or `kr` stands for. */
  z.object({
    kind: z.literal('sign'),
    sign: z.string(),
    currencies: z.array(z.string()),
    rows: z.number(),
    open: z.number(),
  }),
  z.object({ kind: z.literal('conflict'), rows: z.number(), open: z.number() }),
  z.object({ kind: z.literal('ratings'), rows: z.number(), open: z.number() }),
])
export type ImportQuestion = z.infer<typeof ImportQuestion>

const currencyCode = () => z.string().check(typed(), z.toUpperCase(), sentence(currencyFault))

const category = () => line(1, 100, 'Please enter a category').check(wellFormed())

/** The same value for all rows, instead of what the file says. */
export const ValuesForAll = z.object({
  category: z.optional(category()),
  currency: z.optional(currencyCode()),
  isActive: z.optional(z.boolean()),
})
export type ValuesForAll = z.infer<typeof ValuesForAll>

/** The decisions of the owner about a file. */
export const ImportDecisions = z.object({
  forAll: z._default(ValuesForAll, {}),
  /** Applies to all rows whose id alone names a product. */
  ids: z.optional(IdChoice),
  /** Applies to single rows, by their number. */
  idRows: z._default(z.record(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), IdChoice), {}),
  /** A currency by sign. */
  signs: z._default(z.record(z.string().check(charactersUpTo(20)), z.string().check(z.regex(/^[A-Z]{3}$/))), {}),
  conflicts: z.optional(ConflictChoice),
  ratings: z.optional(RatingChoice),
  /** The category to take instead of one of the file, by that one. */
  categories: z._default(z.record(z.string().check(charactersUpTo(100)), category()), {}),
})
export type ImportDecisions = z.infer<typeof ImportDecisions>

export const noDecisions: ImportDecisions = { forAll: {}, idRows: {}, signs: {}, categories: {} }
