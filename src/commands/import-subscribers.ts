import { parseArgs } from 'node:util'
import {
  consentNote,
  importSubscribers as endpoint,
  IMPORT_MAX,
  type ImportReport,
} from '../contract/subscriber-list.ts'
import { importSubscribers } from '../server/audience/subscribers/import-subscribers.repo.ts'
import { readSubscriberFile } from '../server/audience/subscribers/read-subscriber-file.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { auditImport, count, orUsageError, quoted, readImportFile, withDatabase } from './import-file.ts'
import { UsageError } from './usage-error.ts'

/** Counts what an import of subscribers would do; with `--apply` it adds the unknown addresses. */
export async function importSubscriberFile(args: string[]): Promise<void> {
  const { files, consent, isApplied } = readArguments(args)
  const file = readSubscriberFile(decode(await readImportFile(files, IMPORT_MAX)))
  await withDatabase(async (db) => {
    const now = new Date().toISOString()
    if (!isApplied) {
      print(await importSubscribers(db, file, { consent: '', isDryRun: true, now }))
      const command = commandLine(
        'import',
        'subscribers',
        quoted(files[0]!),
        '--consent',
        "'How they agreed'",
        '--apply',
      )
      return console.log(`Nothing was written. To import: ${command}`)
    }
    const report = await db.transaction().execute(async (transaction) => {
      const done = await importSubscribers(transaction, file, { consent, isDryRun: false, now })
      await auditImport(transaction, endpoint.path, count(done.new, 'subscriber'), now)
      return done
    })
    print(report)
  })
}

function readArguments(args: string[]) {
  const options = { apply: { type: 'boolean' }, consent: { type: 'string' } } as const
  const { values, positionals } = orUsageError(() => parseArgs({ args, options, allowPositionals: true }))
  const isApplied = values.apply ?? false
  const consent = consentNote().safeParse(values.consent ?? '')
  if (isApplied && !consent.success) throw new UsageError(`--consent: ${consent.error.issues[0]!.message}`)
  return { files: positionals, consent: consent.data ?? '', isApplied }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.')
  }
}

function print(report: ImportReport): void {
  const { isDryRun, alreadyThere, unsubscribedBefore, suppressed, invalid, invalidRows } = report
  console.log(`${count(report.new, 'new subscriber')}${isDryRun ? '' : ' added'}.`)
  console.log(`${alreadyThere} there already, ${unsubscribedBefore} unsubscribed before: both stay as they are.`)
  if (suppressed > 0) console.log(`${suppressed} suppressed: not changed.`)
  if (invalid === 0) return
  console.log(`${count(invalid, 'row')} without a valid address:`)
  for (const { line, text } of invalidRows) console.log(`  line ${line}: ${text}`)
  if (invalid > invalidRows.length) console.log(`  and ${count(invalid - invalidRows.length, 'more row')}`)
}
