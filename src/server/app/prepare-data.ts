import type { Logger } from 'pino'
import { type OwnerAccount, planOwner } from '../accounts/auth/owner.ts'
import { fillPasskeyHosts } from '../accounts/auth/passkeys.repo.ts'
import { createSetupToken } from '../accounts/auth/setup.ts'
import { findWeakness } from '../accounts/auth/weak-password.ts'
import { hasUsers } from '../accounts/users/users.repo.ts'
import { releaseMails } from '../audience/mail/mail.repo.ts'
import { endRecipientLeases } from '../audience/newsletter-sending/leases.repo.ts'
import { keepFeedOrigin } from '../content/feeds/feed-ids.repo.ts'
import type { BackupStore } from '../platform/backup/backup-store.ts'
import { openBackupStore } from '../platform/backup/open-backups.ts'
import { refuseLostDatabase } from '../platform/backup/refuse-lost-database.ts'
import { removeUnfinishedFiles } from '../platform/backup/remove-unfinished.ts'
import { upgrade } from '../platform/backup/upgrade.ts'
import { type Announce, createAnnounce } from '../platform/cdn/announce.ts'
import { releaseCdnPurges } from '../platform/cdn/cdn-purges.repo.ts'
import { CDN_LEASE_MS } from '../platform/cdn/cdn-queue.ts'
import { commandLine } from '../platform/command-line.ts'
import type { Config } from '../platform/config.ts'
import { isEmpty } from '../platform/db/is-empty.ts'
import { rewriteOnce } from '../platform/db/maintenance.ts'
import { findMove } from '../platform/db/move-state.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import { withStartLock } from '../platform/db/start-lock.ts'
import { areWritesHeld } from '../platform/db/write-hold.ts'
import { releaseSiteLeases } from '../platform/jobs/jobs.repo.ts'
import { LEASE_MS } from '../platform/lease-times.ts'
import { restrictAccess } from '../platform/restrict-access.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { isDemoExamined } from './demo/demo-rows.repo.ts'
import { repeatErasures } from './erasures/repeat-erasures.ts'

/** Fills an empty database with demo content. */
export type SeedDemo = (
  db: Db,
  options: {
    media: BlobStorage
    /** The day that is today in the demo; all dates count back from it. */
    today: Date
  },
) => Promise<void>

export type Preparation = {
  config: Config
  log: Logger
  /** Called for an empty database of a site that is not public. */
  seedDemo: SeedDemo
  /** Records the demo content of an earlier version; called once. */
  recognizeDemo?: ((db: Db) => Promise<void>) | undefined
  /** Called with the address where the first account is made, on a site without accounts that others can reach. */
  onSetupLink?: ((link: string) => void) | undefined
}

/**
 * Does what has to be done once before a site is served: the newest schema, the demo, the owner's account. What a page can
 * be rendered without is left to jobs, because health checks give up a site that listens late. Other hosts and commands that
 * do the same in this database wait meanwhile.
 */
export async function prepareData(db: Db, preparation: Preparation): Promise<void> {
  const { config, log } = preparation
  await withStartLock(
    config.databaseListenUrl,
    () => prepareOnce(db, preparation),
    () => log.info('another process prepares the database; this one goes on after it'),
  )
}

async function prepareOnce(db: Db, preparation: Preparation): Promise<void> {
  const { config, log } = preparation
  const move = await findMove(db)
  if (move?.role === 'target')
    throw new Error(
      `Cannot start: the database is the unfinished copy of ${move.other}. Complete it with ${commandLine('migrate-database')}.`,
    )
  if (move && (await areWritesHeld(db))) {
    log.warn(
      `The site ${move.isDone ? 'has moved' : 'is being moved'} to ${move.other}: it shows its pages and rejects writes. Restart it with that database, or end the move with ${commandLine('migrate-database', '--undo')}.`,
    )
    return
  }
  // Its mails were readable by other accounts in earlier versions.
  restrictAccess(config.outboxDir)
  const media = openStorage(config)
  const store = openBackupStore(config)
  removeLeftovers({ config, media, store, log })
  await refuseLostDatabase(db, { media, store })
  await upgrade(db, { media, backupDir: store.workDir, store, now: new Date(), log })
  // A disk that is full or read-only must not prevent the start.
  const isRewritten = await rewriteOnce(db).catch((error: unknown) =>
    log.warn(
      { err: error },
      'what earlier versions deleted is still in free parts of the database; the next start tries again',
    ),
  )
  if (isRewritten) log.info('the database was rewritten once: what earlier versions deleted is gone from its file')
  // Otherwise the restore has done it already.
  const { people, waiting } = await repeatErasures(db, config)
  if (people > 0) log.info(`${people} people were erased again whose data a restored backup held`)
  if (waiting > 0)
    log.warn(`${waiting} erasures of a restored backup wait for the key of the site with which they were made`)
  // This process holds the lock of the data folder, so those that held leases were killed. A disk that is full or read-only
  // must not prevent the start.
  if (!config.databaseUrl)
    await releaseLeases(db, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'the leases of killed processes could not be released'),
    )
  // Without SITE_URL the host may be another than visitors use.
  if (config.isPublic)
    await fillPasskeyHosts(db, new URL(config.origin).hostname).catch((error: unknown) =>
      log.warn({ err: error }, 'the hosts of passkeys could not be written'),
    )
  await prepareContent(db, { ...preparation, media })
}

/** In milliseconds; longer than anything is written. */
const DAY = 24 * 60 * 60 * 1000

/** In the background; the nightly job does the same on one host only. */
function removeLeftovers({ config, media, store, log }: Leftovers): void {
  const before = new Date(Date.now() - DAY)
  Promise.all([removeUnfinishedFiles({ ...config, store }, before), media.removeUnfinished(before)]).catch(
    (error: unknown) => log.warn({ err: error }, 'unfinished files of killed processes could not be removed'),
  )
}

type Leftovers = Pick<Preparation, 'config' | 'log'> & { media: BlobStorage; store: BackupStore }

async function prepareContent(
  db: Db,
  { config, media, log, seedDemo, recognizeDemo, onSetupLink = () => {} }: Preparation & { media: BlobStorage },
): Promise<void> {
  if (!config.isPublic && (await isEmpty(db))) {
    log.info('seeding the empty database with the demo')
    await seedDemo(db, { media, today: new Date() })
  }
  // Checked here, because the code that recognises it loads the demo's texts.
  if (recognizeDemo && !(await isDemoExamined(db))) await recognizeDemo(db)
  // A disk that is full or read-only must not prevent the start.
  if (config.isPublic)
    await keepFeedOrigin(db, config.origin, new Date().toISOString()).catch((error: unknown) =>
      log.warn({ err: error }, 'the origin of the ids in feeds could not be stored'),
    )
  const announce = createAnnounce(config.cdn)
  if (!config.isLocalOnly) await deleteDemoAccount(db, announce)
  if (config.owner) await writeOwner(db, config.owner, { origin: config.origin, announce, log })
  // It goes to the log, which only the operator can read.
  const token = config.isLocalOnly ? undefined : await createSetupToken(db, new Date())
  if (token) onSetupLink(`${config.origin}/setup?token=${token}`)
}

/** The password of the demo account is public, so a site that others can reach must not have this account. */
async function deleteDemoAccount(db: Db, announce: Announce): Promise<void> {
  // A disk that is full or read-only must not prevent the start of a site without that account.
  if (!(await db.selectFrom('users').select('id').where('is_demo', '=', true).executeTakeFirst())) return
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('users').where('is_demo', '=', true).execute()
    await announce(transaction, accountPurges)
  })
}

/** Other hosts may run meanwhile. */
async function writeOwner(
  db: Db,
  account: OwnerAccount,
  { origin, announce, log }: { origin: string; announce: Announce; log: Logger },
): Promise<void> {
  const write = await planOwner(db, account, { name: account.username, bio: '', isDemo: false })
  if (!write) return
  const weakness = await findWeakness(db, account.password, origin)
  if (weakness !== undefined) {
    // An upgrade must not keep a site down that has the password already.
    if (!(await hasUsers(db))) throw new Error(`Cannot start with this ADMIN_PASSWORD: ${weakness}`)
    log.warn(`ADMIN_PASSWORD: ${weakness}`)
  }
  await db.transaction().execute(async (transaction) => {
    await write(transaction)
    await announce(transaction, accountPurges)
  })
}

/** The names of accounts are on pages; a deleted one must not come back. */
const accountPurges: Purge[] = [{ tag: 'users', isSoft: false }]

/** Releases what killed processes of the site had leased. Only for a caller that knows that no process of it runs. */
async function releaseLeases(db: Db, now: Date): Promise<void> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  await releaseSiteLeases(db)
  await releaseMails(db, at(0), at(LEASE_MS))
  await releaseCdnPurges(db, at(0), at(CDN_LEASE_MS))
  await endRecipientLeases(db, at(0))
}
