import { type CurrencyMark, combineMarks } from '../../../../contract/shop/currency-marks.ts'
import type { ImportDecisions } from '../../../../contract/shop/import-decisions.ts'

/** A question about a row's currency; `decision` is undefined while it is open. */
export type CurrencyQuestion =
  | { kind: 'sign'; sign: string; currencies: readonly string[]; reason: string; decision: string | undefined }
  | { kind: 'conflict'; reason: string; decision: ImportDecisions['conflicts'] }

export type RowCurrency = {
  /** Undefined if the row names none, or a question is open. */
  code?: string
  questions: CurrencyQuestion[]
}

/** The currency of a row by what its price's cell and the currency column (or the value for all rows) say. */
export function resolveCurrency(
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
