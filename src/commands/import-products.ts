import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { ImportDecisions, type ImportQuestion } from '../contract/shop/import-decisions.ts'
import { IMPORT_BYTES_MAX, type ImportPlan, type ImportRow, importProducts } from '../contract/shop/product-import.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { guessColumns } from '../server/shop/products/import/guess-columns.ts'
import { recordImport } from '../server/shop/products/import/import-history.repo.ts'
import { prepareImport, requireImportable } from '../server/shop/products/import/prepare-import.ts'
import { writePlan } from '../server/shop/products/import/product-import.repo.ts'
import { readTable } from '../server/shop/products/import/read-table.ts'
import { auditImport, count, orUsageError, quoted, readImportFile, withDatabase } from './import-file.ts'
import { purgeAfterWrite } from './purge-after-write.ts'
import { UsageError } from './usage-error.ts'

/** Rows that are named for one reason. */
const SHOWN = 20

/** Plans an import of products and prints the plan; with `--apply` it is carried out, all or nothing. */
export async function importProductFile(args: string[]): Promise<void> {
  const { files, decisions, skipsRefused, isApplied } = readArguments(args)
  const table = await readTable(await readImportFile(files, IMPORT_BYTES_MAX))
  await withDatabase(async (db, config) => {
    const prepared = await prepareImport(db, { table, mapping: guessColumns(table), decisions })
    print(prepared.review)
    if (!isApplied)
      return console.log(
        `\nNothing was written. To import: ${commandLine('import', 'products', ...args.map(quoted), '--apply')}`,
      )
    const now = new Date().toISOString()
    const done = await db.transaction().execute(async (transaction) => {
      const { plan, review } = await prepared.planWithin(transaction)
      requireImportable(review.counts, skipsRefused)
      const written = await writePlan(transaction, plan, now)
      await recordImport(transaction, { fileName: basename(files[0] ?? ''), written, now })
      await auditImport(transaction, importProducts.path, count(table.rows.length, 'row'), now)
      return review.counts
    })
    await purgeAfterWrite(config)
    console.log(`\nImported: ${done.create} new, ${done.update} changed.`)
  })
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    apply: { type: 'boolean' },
    'skip-refused': { type: 'boolean' },
    sign: { type: 'string', multiple: true },
    ids: text,
    conflicts: text,
    ratings: text,
    category: text,
    currency: text,
    active: text,
  } as const
  const { values, positionals } = orUsageError(() => parseArgs({ args, options, allowPositionals: true }))
  const { category, currency, active, ids, conflicts, ratings, sign = [] } = values
  const forAll = { category, currency, isActive: active && ({ yes: true, no: false }[active] ?? active) }
  const decisions = ImportDecisions.safeParse({
    forAll: Object.fromEntries(Object.entries(forAll).filter(([, value]) => value !== undefined)),
    ids,
    conflicts,
    ratings,
    signs: Object.fromEntries(sign.map((each) => each.split('=', 2))),
  })
  if (!decisions.success) {
    const [{ path, message }] = decisions.error.issues as [(typeof decisions.error.issues)[0]]
    throw new UsageError(`--${optionOf(path)}: ${message}`)
  }
  return {
    files: positionals,
    decisions: decisions.data,
    skipsRefused: values['skip-refused'] ?? false,
    isApplied: values.apply ?? false,
  }
}

function optionOf(path: PropertyKey[]): string {
  const [name, field] = path.map(String)
  if (name === 'forAll') return field === 'isActive' ? 'active' : String(field)
  return name === 'signs' ? 'sign' : String(name)
}

function print({ counts, columns, rows, questions }: ImportPlan): void {
  const { create, update, unchanged, refused, pending = 0, skipped = 0 } = counts
  const numbers = { new: create, changed: update, unchanged, skipped, refused, 'to be decided': pending }
  const parts = Object.entries(numbers).flatMap(([label, number]) => (number > 0 ? [`${number} ${label}`] : []))
  console.log(`${count(rows.length, 'row')}: ${parts.join(', ')}.`)
  const used = columns.flatMap(({ header, field }) => (field ? [`${header} → ${field}`] : []))
  const ignored = columns.flatMap(({ header, field }) => (field ? [] : [header]))
  console.log(`Columns: ${used.join(', ')}${ignored.length > 0 ? `; ignored: ${ignored.join(', ')}` : ''}.`)
  for (const [outcome, title] of [
    ['refused', 'Refused'],
    ['skipped', 'Skipped'],
    ['pending', 'To be decided'],
  ] as const)
    printRows(
      title,
      rows.filter((row) => row.outcome === outcome),
    )
  for (const question of questions.filter(({ open }) => open > 0)) console.log(`\n${ask(question)}`)
  if (refused > 0) console.log('\nThe other rows are imported with --skip-refused.')
}

function printRows(title: string, rows: ImportRow[]): void {
  if (rows.length === 0) return
  console.log(`\n${title}:`)
  for (const { row, name, reasons } of rows.slice(0, SHOWN))
    console.log(`  row ${row}, “${name}”: ${reasons.join('; ')}`)
  if (rows.length > SHOWN) console.log(`  and ${count(rows.length - SHOWN, 'more row')}`)
}

function ask(question: ImportQuestion): string {
  const rows = count(question.open, 'row')
  if (question.kind === 'id') return `${rows} with the id of another product: --ids update, --ids create or --ids skip`
  if (question.kind === 'conflict')
    return `${rows} with two currencies: --conflicts price, --conflicts column or --conflicts skip`
  if (question.kind === 'ratings')
    return `${rows} with a rating and a link to Amazon. Are they your own? --ratings keep or --ratings leave-out`
  const [example] = question.currencies
  return `${rows} with a price in “${question.sign}”: --sign '${question.sign}=${example}', or another of ${question.currencies.join(', ')}`
}
