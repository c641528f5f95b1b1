import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type CurrencyMark, combineMarks } from '../../../../contract/shop/currency-marks.ts'
import type { IdChoice, ImportDecisions, RatingChoice } from '../../../../contract/shop/import-decisions.ts'
import { ProductColumn, productColumns } from '../../../../contract/shop/product-columns.ts'
import { blankFacts } from '../../../../contract/shop/product-facts.ts'
import { ProductInput } from '../../../../contract/shop/product-fields.ts'
import { recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { mergeFacts } from '../product-facts.ts'
import { type ProductContent, toContent } from '../product-rows.ts'
import type { Match, ProductRow } from './match-products.ts'
import type { ParsedRow } from './parse-row.ts'

export type RowQuestion =
  | CurrencyQuestion
  | { kind: 'id'; reason: string; decision: IdChoice | undefined }
  | { kind: 'ratings'; reason: string; decision: RatingChoice | undefined }

export type RowPlan = {
  row: ParsedRow
  product?: ProductRow
  candidate?: ProductRow
  /** Undefined if nothing is written. */
  input?: ProductContent
  /** Why nothing is written. */
  rejection?: 'refused' | 'pending' | 'skipped'
  isChanged: boolean
  reasons: string[]
  notes: string[]
  /** Whether its price gets the currency of the site, because it names none. */
  takesSiteCurrency?: boolean
  questions: RowQuestion[]
}

export type RowContext = { match: Match; decisions: ImportDecisions; currency: string }

export function planRow(row: ParsedRow, { match, decisions, currency }: RowContext): RowPlan {
  const { product, candidate, fault } = match
  const price = resolveCurrency(row.priceCurrency, row.columnCurrency, decisions)
  const before = product && toContent(product)
  const questions = [...idQuestion(match), ...price.questions, ...ratingQuestion(row, before, decisions)]
  const base: RowPlan = { row, product, candidate, isChanged: false, reasons: [], notes: [], questions }
  if (questions.some(({ decision }) => decision === 'skip'))
    return { ...base, rejection: 'skipped', reasons: ['You leave this row out'] }
  const faults = [...row.faults, ...(fault ? [fault] : [])]
  if (faults.length > 0) return { ...base, rejection: 'refused', reasons: faults, questions: [] }
  const open = questions.filter(({ decision }) => decision === undefined)
  if (open.length > 0) return { ...base, rejection: 'pending', reasons: open.map(({ reason }) => reason) }

  const { rating: _rating, ...unrated } = row.fields.facts ?? {}
  const leavesRating = questions.some(({ decision }) => decision === 'leave-out')
  const next = {
    ...(before ?? { currency, slug: '' }),
    ...row.fields,
    ...(price.code !== undefined && { currency: price.code }),
    facts: mergeFacts(before?.facts ?? blankFacts, leavesRating ? unrated : row.fields.facts),
  }
  const notes: string[] = []
  if (!next.affiliateLink && !before?.isActive) {
    if (next.isActive !== false) notes.push('Inactive, because it has no link')
    Object.assign(next, { affiliateLink: '', isActive: false })
  }
  if (!before && next.currency !== currency) notes.push(`The price is in ${next.currency}`)
  // Unchanged rows skip validation.
  if (before && isDeepStrictEqual(before, next)) return { ...base, input: before, notes }
  const result = (next.affiliateLink === '' ? ProductWithoutLink : ProductInput).safeParse(next)
  if (!result.success) {
    const reasons = result.error.issues.map(
      ({ path, message }) =>
        `${productColumns[ProductColumn.parse(path[0] === 'facts' ? path[1] : path[0])].label}: ${message}`,
    )
    return { ...base, rejection: 'refused', reasons }
  }
  const input = {
    ...result.data,
    slug: result.data.slug ?? '',
    facts: mergeFacts(blankFacts, result.data.facts),
  }
  const takesSiteCurrency = !before && price.code === undefined && input.price !== ''
  return { ...base, input, isChanged: !isDeepStrictEqual(before, input), notes, takesSiteCurrency }
}

const ProductWithoutLink = z.safeExtend(ProductInput, { affiliateLink: z.literal('') })

export function skippedRow(row: ParsedRow, reasons: string[]): RowPlan {
  return { row, rejection: 'skipped', isChanged: false, reasons, notes: [], questions: [] }
}

function idQuestion({ candidate, choice }: Match): RowQuestion[] {
  if (!candidate) return []
  const reason = `The id ${candidate.id} belongs to “${candidate.name}” here; neither the name nor the link agrees`
  return [{ kind: 'id', reason, decision: choice }]
}

/** A question about a rating that the shop does not have yet. */
function ratingQuestion(
  { fields }: ParsedRow,
  before: ProductContent | undefined,
  { ratings: decision }: ImportDecisions,
): RowQuestion[] {
  const rating = fields.facts?.rating ?? null
  const link = fields.affiliateLink ?? before?.affiliateLink ?? ''
  if (rating === null || rating === before?.facts.rating || recogniseLink(link)?.network !== 'amazon') return []
  return [{ kind: 'ratings', reason: `The rating of ${rating} comes with a link to Amazon`, decision }]
}

/** A question about a row's currency; `decision` is undefined while it is open. */
type CurrencyQuestion =
  | { kind: 'sign'; sign: string; currencies: readonly string[]; reason: string; decision: string | undefined }
  | { kind: 'conflict'; reason: string; decision: ImportDecisions['conflicts'] }

type RowCurrency = {
  /** Undefined if the row names none, or a question is open. */
  code?: string
  questions: CurrencyQuestion[]
}

/** The currency of a row by what its price's cell and the currency column (or the value for all rows) say. */
function resolveCurrency(
  price: CurrencyMark | undefined,
  column: CurrencyMark | undefined,
  decisions: ImportDecisions,
): RowCurrency {
  if (!price || !column) return resolveSign(price ?? column, decisions)
  const mark = combineMarks(price, column)
  if (mark) return resolveSign(mark, decisions)
  const decision = decisions.conflicts
  const reason = `The price is in ${price.sign}, but the currency is ${column.sign}`
  const conflict: CurrencyQuestion = { kind: 'conflict', reason, decision }
  if (decision === undefined || decision === 'skip') return { questions: [conflict] }
  const { code, questions } = resolveSign(decision === 'price' ? price : column, decisions)
  return { code, questions: [conflict, ...questions] }
}

function resolveSign(mark: CurrencyMark | undefined, { signs }: ImportDecisions): RowCurrency {
  if (!mark) return { questions: [] }
  const { sign, codes } = mark
  if (codes.length === 1) return { code: codes[0], questions: [] }
  const chosen = signs[sign]
  const decision = chosen !== undefined && codes.includes(chosen) ? chosen : undefined
  const reason = `“${sign}” may be ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ' or another currency' : ''}`
  return { code: decision, questions: [{ kind: 'sign', sign, currencies: codes, reason, decision }] }
}
