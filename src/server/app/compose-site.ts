import { createMailQueue } from '../audience/mail/mail-queue.ts'
import { createImageStore } from '../content/images/image-store.ts'
import { createVariantMaker } from '../content/images/image-variants.ts'
import { warmVariants } from '../content/images/warm-variants.ts'
import { createBackups } from '../platform/backup/backups.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/schema.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import type { Exclusive } from '../platform/mutex.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import { createClickIntake } from '../shop/analytics/click-intake.ts'
import { type AppOptions, createApp } from './app.ts'
import { siteJobs } from './site-jobs.ts'

type Settings = Pick<
  Config,
  'origin' | 'isPublic' | 'dataDir' | 'backupDir' | 'backupKeep' | 'smtp' | 'outboxDir' | 'trustedProxies'
>

export type SiteParts = Pick<
  AppOptions,
  'db' | 'secrets' | 'createRenderer' | 'readCache' | 'purge' | 'buckets' | 'log'
> & {
  config: Settings
  /** Opens another connection to the same database, for backups. */
  openDb: () => Db
  media: BlobStorage
  /** Absent: in a single process. */
  exclusive?: Exclusive
  clock: () => Date
}

/** The application with everything that runs behind it; nothing runs on its own before `open`. */
export function composeSite({ config, db, openDb, media, exclusive, clock, log, ...rest }: SiteParts) {
  const { origin, isPublic, smtp, outboxDir, dataDir, backupDir, backupKeep: keep, trustedProxies } = config
  const variants = createVariantMaker(media)
  const images = createImageStore(media, exclusive)
  const mail = createMailQueue({ db, origin, smtp, outboxDir, clock, log })
  const backups = createBackups({ openDb, media, backupDir })
  const jobs = createJobs({ db, clock, log, jobs: siteJobs({ db, images, variants, backups, keep }) })
  const clicks = createClickIntake(db)
  const closing = new AbortController()
  let isOpen = false

  function warm(key: string, widths: number[]): void {
    if (!isOpen) return
    warmVariants(variants, [{ key, widths }], closing.signal).catch((error: unknown) =>
      log.error({ err: error }, 'creating the widths of a new image failed'),
    )
  }

  const app = createApp({
    ...rest,
    db,
    origin,
    isPublic,
    dataDir,
    trustedProxies,
    images,
    makeVariant: variants.make,
    onUpload: warm,
    mail,
    backups,
    jobs,
    clicks,
    media,
    clock,
    log,
  })

  return {
    app,
    variants,
    mail,
    backups,
    jobs,
    /** Starts sending mail and running jobs. */
    async open() {
      isOpen = true
      mail.open()
      await jobs.open()
    },
    /** Finishes what runs and flushes buffered clicks. */
    async close() {
      closing.abort()
      await Promise.all([mail.close(), jobs.close(), clicks.close()])
    },
  }
}
