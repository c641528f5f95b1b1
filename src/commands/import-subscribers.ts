import { parseArgs } from 'node:util'
import {
  consentNote,
  importSubscribers as endpoint,
  IMPORT_MAX,
  type ImportReport,
  StatusMeaning,
  type StatusQuestion,
} from '../contract/audience/subscriber-list.ts'
import { decodeTable, NOT_TEXT } from '../contract/shop/table-text.ts'
import { importSubscribers } from '../server/audience/subscribers/import-subscribers.repo.ts'
import { readSubscriberFile, requireDecided } from '../server/audience/subscribers/read-subscriber-file.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { createSecrets, readSecretKey } from '../server/platform/secrets.ts'
import { auditImport, count, orUsageError, quoted, readImportFile, withDatabase } from './import-file.ts'
import { UsageError } from './usage-error.ts'

/** Counts what an import of subscribers would do, with the questions that the file leaves open; with `--apply` it adds the unknown addresses. */
export async function importSubscriberFile(args: string[]): Promise<void> {
  const { files, consent, isApplied, meanings } = readArguments(args)
  const file = readSubscriberFile(decode(await readImportFile(files, IMPORT_MAX)), meanings)
  await withDatabase(async (db, config) => {
    const now = new Date().toISOString()
    const secrets = createSecrets(readSecretKey(config))
    if (!isApplied) {
      print(await importSubscribers(db, file, { consent: '', isDryRun: true, now, secrets }))
      const command = commandLine(
        'import',
        'subscribers',
        ...files.map(quoted),
        '--consent',
        "'How they agreed'",
        '--apply',
      )
      return console.log(`Nothing was written. To import: ${command}`)
    }
    requireDecided(file)
    const report = await db.transaction().execute(async (transaction) => {
      const done = await importSubscribers(transaction, file, { consent, isDryRun: false, now, secrets })
      await auditImport(transaction, endpoint.path, count(done.new, 'subscriber'), now)
      return done
    })
    print(report)
  })
}

function readArguments(args: string[]) {
  const options = {
    apply: { type: 'boolean' },
    consent: { type: 'string' },
    means: { type: 'string', multiple: true },
  } as const
  const { values, positionals } = orUsageError(() => parseArgs({ args, options, allowPositionals: true }))
  const isApplied = values.apply ?? false
  const consent = consentNote().safeParse(values.consent ?? '')
  if (isApplied && !consent.success) throw new UsageError(`--consent: ${consent.error.issues[0]?.message}`)
  return { files: positionals, consent: consent.data ?? '', isApplied, meanings: (values.means ?? []).map(readMeaning) }
}

const OTHERS = '*'

/** 'List status=Paused=left'; `*` stands for all values of one question. */
function readMeaning(text: string): StatusMeaning {
  const [, column, value, meaning] = /^([^=]*)=(.*)=([^=]*)$/s.exec(text) ?? []
  const read = StatusMeaning.safeParse({ column, value: value === OTHERS ? null : value, meaning })
  if (read.success) return read.data
  throw new UsageError(`--means: Please write 'Column=value=subscribed' or 'Column=value=left', not "${text}".`)
}

function ask({ column, value, rows }: StatusQuestion): string {
  const decision = `${column}=${value ?? OTHERS}`
  return `${count(rows, 'reader')} with ${column} = ${value ?? 'a text'}: --means ${quoted(`${decision}=subscribed`)} if they get the newsletter, --means ${quoted(`${decision}=left`)} if not`
}

function decode(bytes: Uint8Array): string {
  const text = decodeTable(bytes)
  if (text === undefined) throw new Error(NOT_TEXT)
  return text
}

function print(report: ImportReport): void {
  const {
    isDryRun,
    alreadyThere,
    unsubscribedBefore,
    stillActive,
    suppressed,
    erased,
    invalid,
    invalidRows,
    open,
    questions,
  } = report
  console.log(`${count(report.new, 'new subscriber')}${isDryRun ? '' : ' added'}.`)
  console.log(`${alreadyThere} there already, ${unsubscribedBefore} unsubscribed before: both stay as they are.`)
  if (stillActive > 0) console.log(`${stillActive} active here although the file says they left: they stay active.`)
  if (suppressed > 0) console.log(`${suppressed} suppressed: not changed.`)
  if (erased > 0) console.log(`${erased} asked to be erased: only their own sign-up brings them back.`)
  if (open > 0) console.log(`${count(open, 'reader')} to be decided:`)
  for (const question of questions.filter(({ meaning }) => meaning === null)) console.log(`  ${ask(question)}`)
  if (invalid === 0) return
  console.log(`${count(invalid, 'row')} without a valid address:`)
  for (const { line, text } of invalidRows) console.log(`  line ${line}: ${text}`)
  if (invalid > invalidRows.length) console.log(`  and ${count(invalid - invalidRows.length, 'more row')}`)
}
