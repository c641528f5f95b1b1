import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { IdChoice, ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import { ProductColumn, productColumns } from '../../../../contract/shop/product-columns.ts'
import { blankFacts } from '../../../../contract/shop/product-facts.ts'
import { ProductInput } from '../../../../contract/shop/product-fields.ts'
import { mergeFacts } from '../product-facts.ts'
import { type ProductContent, toContent } from '../product-rows.ts'
import type { Match, ProductRow } from './match-products.ts'
import type { ParsedRow } from './parse-row.ts'
import { type CurrencyQuestion, resolveCurrency } from './row-currency.ts'

export type RowQuestion = CurrencyQuestion | { kind: 'id'; reason: string; decision: IdChoice | undefined }

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
  questions: RowQuestion[]
}

export type RowContext = { match: Match; decisions: ImportDecisions; currency: string }

export function planRow(row: ParsedRow, { match, decisions, currency }: RowContext): RowPlan {
  const { product, candidate, fault } = match
  const price = resolveCurrency(row.priceCurrency, row.columnCurrency, decisions)
  const questions = [...idQuestion(match), ...price.questions]
  const base: RowPlan = { row, product, candidate, isChanged: false, reasons: [], notes: [], questions }
  if (questions.some(({ decision }) => decision === 'skip'))
    return { ...base, rejection: 'skipped', reasons: ['You leave this row out'] }
  const faults = [...row.faults, ...(fault ? [fault] : [])]
  if (faults.length > 0) return { ...base, rejection: 'refused', reasons: faults, questions: [] }
  const open = questions.filter(({ decision }) => decision === undefined)
  if (open.length > 0) return { ...base, rejection: 'pending', reasons: open.map(({ reason }) => reason) }

  const before = product && toContent(product)
  const next = {
    ...(before ?? { currency, slug: '' }),
    ...row.fields,
    ...(price.code !== undefined && { currency: price.code }),
    facts: mergeFacts(before?.facts ?? blankFacts, row.fields.facts),
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
  return { ...base, input, isChanged: !isDeepStrictEqual(before, input), notes }
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
