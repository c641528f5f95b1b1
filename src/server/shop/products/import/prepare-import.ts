import type { ImportQuestion } from '../../../../contract/shop/import-decisions.ts'
import { currencyFault } from '../../../../contract/shop/prices.ts'
import type { ColumnMapping, ImportColumn, ImportCounts, ImportPlan } from '../../../../contract/shop/product-import.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { toPlainHeader } from './guess-columns.ts'
import type { ProductRow } from './match-products.ts'
import { type Plan, type PlanOptions, planImport } from './plan-import.ts'
import type { RowQuestion } from './plan-row.ts'
import { lockProducts, readAllProducts } from './product-import.repo.ts'
import type { Table } from './read-table.ts'

type Upload = Pick<PlanOptions, 'table' | 'mapping' | 'decisions'>

export type PreparedImport = {
  /** As the owner reviews it. */
  review: ImportPlan
  /** The plan for the locked products: planned again only if one was changed in between. */
  planWithin(transaction: Db): Promise<{ plan: Plan; review: ImportPlan }>
}

/** Plans an import before its transaction, because SQLite has one writer. */
export async function prepareImport(db: Db, upload: Upload): Promise<PreparedImport> {
  const { settings } = await readSettings(db)
  // The currency of new products.
  const currency = currencyFault(settings.currency) ? 'USD' : settings.currency
  const planWith = async (products: ProductRow[]) => {
    const plan = await planImport({ ...upload, currency, products })
    return { plan, review: toImportPlan(plan, { ...upload, currency }) }
  }
  const products = await readAllProducts(db)
  const planned = await planWith(products)
  return {
    review: planned.review,
    async planWithin(transaction) {
      const isCurrent = await lockProducts(transaction, products)
      return isCurrent ? planned : planWith(await readAllProducts(transaction))
    },
  }
}

/** Throws 422 while questions are open, or for refused rows unless they are to be skipped. */
export function requireImportable({ pending = 0, refused }: ImportCounts, skipsRefused: boolean): void {
  if (pending > 0) throw new HttpError(422, `${sayRows(pending, 'needs', 'need')} a decision. Nothing was imported.`)
  if (refused > 0 && !skipsRefused)
    throw new HttpError(422, `${sayRows(refused, 'is', 'are')} refused. Nothing was imported.`)
}

function sayRows(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 row ${singular}` : `${count.toLocaleString('en-US')} rows ${plural}`
}

/** A plan as the owner reviews it. */
function toImportPlan(
  { hash, rows, questions, nearCategories, takenCurrencies }: Plan,
  { table, mapping, currency }: { table: Table; mapping: ColumnMapping; currency: string },
): ImportPlan {
  const counts: ImportCounts = { create: 0, update: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  const warning = warnOfTwoLinks(table, mapping)
  return {
    plan: hash,
    columns: toColumns(table, mapping),
    ...(warning && { warning }),
    ...(takenCurrencies > 0 && { withoutCurrency: { count: takenCurrencies, currency } }),
    ...(nearCategories.length > 0 && { nearCategories }),
    counts,
    questions: countQuestions(questions),
    rows,
  }
}

/** Creator networks export the shop's own address as URL, and the link that earns as Short URL. */
function warnOfTwoLinks({ header }: Table, mapping: ColumnMapping): string | undefined {
  const plain = header.map(toPlainHeader)
  const chosen = plain[mapping.indexOf('affiliateLink')]
  if (!plain.includes('url') || !plain.includes('shorturl') || (chosen !== 'url' && chosen !== 'shorturl'))
    return undefined
  return chosen === 'shorturl'
    ? 'The file has the columns “URL” and “Short URL”. The affiliate links are read from “Short URL”, where creator networks put the links that earn.'
    : 'The file has the columns “URL” and “Short URL”. The affiliate links are read from “URL”, where creator networks put links that earn nothing.'
}

const SAMPLES = 3

function toColumns({ header, rows }: Table, mapping: ColumnMapping): ImportColumn[] {
  const samplesOf = (index: number) => {
    const samples: string[] = []
    for (const { cells } of rows) {
      const text = cells[index]?.trim()
      if (text) samples.push(text.slice(0, 80))
      if (samples.length === SAMPLES) break
    }
    return samples
  }
  return header.map((text, index) => ({ header: text, samples: samplesOf(index), field: mapping[index] ?? null }))
}

/** The questions of all rows, each once with the number of its rows. */
function countQuestions(questions: RowQuestion[]): ImportQuestion[] {
  const groups = Map.groupBy(questions, (question) =>
    question.kind === 'sign' ? `sign ${question.sign}` : question.kind,
  )
  return [...groups.values()].flatMap((group): ImportQuestion[] => {
    const [first] = group
    if (!first) return []
    const counts = { rows: group.length, open: group.filter(({ decision }) => decision === undefined).length }
    if (first.kind !== 'sign') return [{ kind: first.kind, ...counts }]
    const currencies = group.flatMap((question) => (question.kind === 'sign' ? question.currencies : []))
    return [{ kind: 'sign', sign: first.sign, currencies: [...new Set(currencies)], ...counts }]
  })
}
