import {
  ERASURE_PURPOSE,
  findErasureKey,
  hashOf,
  listErasures,
  saveErasureKey,
  writeErasures,
} from '../../audience/personal-data/erasures.repo.ts'
import { erasePersonalData, listAddresses } from '../../audience/personal-data/personal-data.repo.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { existingTables } from '../../platform/db/existing-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createSecrets, readSecretKey, type Secrets } from '../../platform/secrets.ts'
import { ErasureList, mergeErasures, parseErasures } from './erasure-list.ts'

/** The row of the settings with the erasures that a restored database has yet to repeat. */
const DUE = '#due-erasures'

/** Copies the erasures of the database next to the backups; what is only there stays. */
export async function copyErasures(db: Db, store: BackupStore, secrets: Secrets): Promise<void> {
  const kept = await store.readErasures()
  const list = await withErasuresOf(db, parseErasures(kept), secrets)
  const text = `${JSON.stringify(list)}\n`
  if (list.length > 0 && text !== kept) await store.writeErasures(text)
}

/** Seals the keys of the list next to the backups with another key of the site. */
export async function resealErasures(store: BackupStore, from: Secrets, to: Secrets): Promise<void> {
  const list = parseErasures(await store.readErasures())
  if (list.length === 0) return
  const resealed = list.map(({ key: sealed, rows }) => {
    const key = from.open(ERASURE_PURPOSE, sealed)
    return { key: key === undefined ? sealed : to.seal(ERASURE_PURPOSE, key), rows }
  })
  await store.writeErasures(`${JSON.stringify(resealed)}\n`)
}

/** A list with the erasures of a database, which may be empty or of an earlier version. */
export async function withErasuresOf(db: Db, list: ErasureList, secrets: Secrets): Promise<ErasureList> {
  if (!(await existingTables(db)).has('erasures')) return list
  const [key, rows] = [await findErasureKey(db, secrets), await listErasures(db)]
  return key && rows.length > 0 ? mergeErasures(list, { key: key.sealed, rows }, secrets) : list
}

/** Notes in the transaction of a restore which erasures follow it: one that is killed before them is completed by the next start. */
export async function noteDueErasures(db: Db, list: ErasureList, now: Date): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', DUE).execute()
  if (list.length === 0) return
  const row = { key: DUE, value: JSON.stringify(list), updated_at: now.toISOString() }
  await db.insertInto('settings').values(row).execute()
}

type KeyPlace = Parameters<typeof readSecretKey>[0]

type Repeated = {
  /** People of whom the database held something. */
  people: number
  /** Erasures that wait for the key of the site with which their hashes were made. */
  waiting: number
}

/** Erases again, in a migrated database, whom a restore has brought back. */
export async function repeatErasures(db: Db, config: KeyPlace): Promise<Repeated> {
  if (!(await findDue(db))) return { people: 0, waiting: 0 }
  const secrets = createSecrets(readSecretKey(config))
  return db.transaction().execute((transaction) => repeatDueErasures(transaction, secrets))
}

/** The same in a transaction that is open. */
export async function repeatDueErasures(transaction: Db, secrets: Secrets): Promise<Repeated> {
  const due = await findDue(transaction)
  if (!due) return { people: 0, waiting: 0 }
  const waiting: ErasureList = []
  let people = 0
  for (const section of due) {
    const key = secrets.open(ERASURE_PURPOSE, section.key)
    if (key === undefined) waiting.push(section)
    else people += await repeatSection(transaction, { ...section, key, sealed: section.key }, secrets)
  }
  await noteDueErasures(transaction, waiting, new Date())
  return { people, waiting: waiting.reduce((sum, { rows }) => sum + rows.length, 0) }
}

async function findDue(db: Db): Promise<ErasureList | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', DUE).executeTakeFirst()
  return row && ErasureList.parse(JSON.parse(row.value))
}

type OpenSection = ErasureList[number] & { sealed: string }

async function repeatSection(db: Db, { key, sealed, rows }: OpenSection, secrets: Secrets): Promise<number> {
  // The one of the backup may be sealed with a former key of the site.
  if (!(await findErasureKey(db, secrets))) await saveErasureKey(db, sealed, new Date().toISOString())
  // First, so that what a person has ended by signing up again since stays ended.
  await writeErasures(db, rows)
  const erasedAt = new Map(rows.map(({ hash, erased_at }) => [hash, erased_at]))
  let people = 0
  for (const email of await listAddresses(db)) {
    const now = erasedAt.get(hashOf(key, email))
    if (now === undefined) continue
    await erasePersonalData(db, email, { secrets, now })
    people += 1
  }
  return people
}
