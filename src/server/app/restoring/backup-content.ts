import { sql } from 'kysely'
import type { BackupContent, ContentCounts } from '../../../contract/platform/backups.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import { type AnyRow, drain, linesOf, parseRow } from '../../platform/backup/restore-backup.ts'
import { BackupError, walkBackup } from '../../platform/backup/verify-backup.ts'
import { isKnownMigration, lastMigration } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { withLocalFile } from './with-local-file.ts'

/** Undefined for a backup that does not exist. Verifies its checksums; throws `BackupError` if it cannot be restored. */
export async function readBackupContent(db: Db, store: BackupStore, name: string): Promise<BackupContent | undefined> {
  return withLocalFile(store, name, async (file) => {
    const holds: ContentCounts = { posts: 0, products: 0, subscribers: 0, contacts: 0 }
    const { createdAt, migration, files } = await walkBackup(
      file,
      async (manifest) => checkVersion(manifest.migration),
      async (part, content) => {
        const [, table] = /^database\/(\w+)\.jsonl$/.exec(part) ?? []
        if (isCounted(table)) holds[table] = await countRows(content, isShown[table])
        else await drain(content)
      },
    )
    return {
      createdAt,
      version: migration,
      isOlder: migration < (await lastMigration(db)),
      images: files.length,
      holds,
      now: await countPresent(db),
      added: await countPresent(db, createdAt),
      changedPosts: await countChangedPosts(db, createdAt),
    }
  })
}

/** Throws for a backup of a newer version of the program. */
export function checkVersion(migration: string): void {
  if (!isKnownMigration(migration))
    throw new BackupError('The backup was made by a newer version of the program. Update the site first.')
}

/** Whether the owner counts a row: pages, templates and newsletters are posts of other kinds. */
const isShown: Record<keyof ContentCounts, (row: AnyRow) => boolean> = {
  posts: (row) => !row.deleted_at && (row.kind ?? 'post') === 'post',
  products: (row) => !row.deleted_at,
  subscribers: (row) => !row.deleted_at && Boolean(row.is_active),
  contacts: (row) => !row.deleted_at && !row.is_spam,
}

const isCounted = (table: string | undefined): table is keyof ContentCounts =>
  table !== undefined && Object.hasOwn(isShown, table)

async function countRows(content: AsyncIterable<Buffer>, isWanted: (row: AnyRow) => boolean): Promise<number> {
  let count = 0
  for await (const line of linesOf(content)) if (isWanted(parseRow(line))) count += 1
  return count
}

/** Earlier than any row. */
const EVER = '0001-01-01T00:00:00.000Z'

/** The same counts of the present state; with `since`, of what was added after it. */
async function countPresent(db: Db, since = EVER): Promise<ContentCounts> {
  const of = (table: keyof ContentCounts) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where('created_at', '>', since)
  const [posts, products, subscribers, contacts] = [
    await of('posts').where(sql.ref('kind'), '=', 'post').executeTakeFirstOrThrow(),
    await of('products').executeTakeFirstOrThrow(),
    await of('subscribers').where(sql.ref('is_active'), '=', true).executeTakeFirstOrThrow(),
    await of('contacts').where(sql.ref('is_spam'), '=', false).executeTakeFirstOrThrow(),
  ]
  return {
    posts: Number(posts.count),
    products: Number(products.count),
    subscribers: Number(subscribers.count),
    contacts: Number(contacts.count),
  }
}

async function countChangedPosts(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', since)
    .where('updated_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
