import path from 'node:path'
import { newsletterMessageId } from '../audience/bounces/message-id.ts'
import { createDns, type Dns } from '../audience/mail/dns.ts'
import { createMailQueue } from '../audience/mail/mail-queue.ts'
import { createMailServers, MissingSender, readSender } from '../audience/mail/mail-server.ts'
import { createNewsletterSender } from '../audience/newsletter-sending/newsletter-sender.ts'
import { ServerRefusal } from '../audience/newsletter-sending/server-refusal.ts'
import { createConfirmationLimit } from '../audience/subscribers/confirmation-limit.ts'
import { createImageStore } from '../content/images/image-store.ts'
import { createVariantMaker } from '../content/images/image-variants.ts'
import { warmVariants } from '../content/images/warm-variants.ts'
import type { BackupStore } from '../platform/backup/backup-store.ts'
import { createBackups } from '../platform/backup/backups.ts'
import { createFolderBackups } from '../platform/backup/folder-backups.ts'
import { removeUnfinishedFiles } from '../platform/backup/remove-unfinished.ts'
import { type Config, networkApis } from '../platform/config.ts'
import { announcePurges } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import { faultOf } from '../platform/health/faults.ts'
import { createClientNetwork } from '../platform/http/client-network.ts'
import { createGuardedRequest } from '../platform/http/guarded-request.ts'
import { createTokenBuckets, type TokenBuckets } from '../platform/http/token-bucket.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import type { Exclusive } from '../platform/mutex.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import { createClickIntake } from '../shop/analytics/click-intake.ts'
import { createLinkProbe } from '../shop/link-health/link-probe.ts'
import { type AppOptions, createApp } from './app.ts'
import { type BeginScheduledOptions, beginScheduled } from './newsletter-composing/begin-newsletter.ts'
import { makeDueDigest } from './newsletter-composing/make-digest.ts'
import { recomposeAutomatic } from './newsletter-composing/recompose-automatic.ts'
import { createUnsubscribeViews } from './newsletter-composing/unsubscribe-views.ts'
import { type SiteJobsOptions, siteJobs } from './site-jobs.ts'

type Settings = Pick<
  Config,
  'origin' | 'isPublic' | 'dataDir' | 'backupDir' | 'backupKeep' | 'smtp' | 'outboxDir' | 'trustedProxies'
> &
  Partial<Pick<Config, 'checksLinks' | 'salesApis'>>

export type SiteParts = Pick<
  AppOptions,
  | 'db'
  | 'publicDb'
  | 'secrets'
  | 'hstsSubdomains'
  | 'createRenderer'
  | 'readCache'
  | 'themes'
  | 'announce'
  | 'purge'
  | 'isInSync'
  | 'findProblems'
  | 'guard'
  | 'prepareDemo'
  | 'renderNewsletter'
  | 'log'
> & {
  config: Settings
  /** Token buckets shared by all processes of the site; absent: of this one alone. */
  buckets?: TokenBuckets
  /** For the work of background jobs; absent: `db`. */
  jobsDb?: Db
  /** Opens another connection to the same database, for backups. */
  openDb: () => Db
  media: BlobStorage
  /** Absent: `backupDir`. */
  backupStore?: BackupStore
  /** Absent: in a single process. */
  exclusive?: Exclusive
  /** Absent: the resolver of the machine. */
  dns?: Dns
  /** How shops are called; absent: over the internet if `checksLinks` says so. */
  links?: SiteJobsOptions['links']
  /** Absent: jobs run in this thread. */
  threads?: SiteJobsOptions['threads']
  /** How certificates of webhooks and pictures of other sites are fetched; absent: over the internet. */
  hookRequest?: AppOptions['hookRequest']
  /** How networks are called for sales; absent: at the addresses of `config`. */
  sales?: SiteJobsOptions['sales']
  clock: () => Date
}

/** The application with everything that runs behind it; nothing runs on its own before `open`. */
export function composeSite({
  config,
  db,
  jobsDb = db,
  openDb,
  media,
  backupStore,
  exclusive,
  dns = createDns(),
  links = config.checksLinks
    ? { request: createGuardedRequest({ userAgent: `Dewlight (${config.origin})` }) }
    : undefined,
  hookRequest = createGuardedRequest({ userAgent: `Dewlight (${config.origin})` }),
  sales = { apis: config.salesApis ?? networkApis },
  threads,
  buckets = createTokenBuckets(),
  clock,
  log,
  ...rest
}: SiteParts) {
  const { origin, isPublic, smtp, outboxDir, dataDir, backupDir, backupKeep: keep, trustedProxies } = config
  const variants = createVariantMaker(media)
  const images = createImageStore(media, exclusive)
  const servers = createMailServers({ variable: smtp, secrets: rest.secrets })
  const clientOf = createClientNetwork(trustedProxies)
  const confirmationLimit = createConfirmationLimit({ buckets, clientOf, secrets: rest.secrets })
  const mail = createMailQueue({ db, origin, servers, secrets: rest.secrets, outboxDir, clock, log })
  const { renderNewsletter, announce = announcePurges, purge = () => {} } = rest
  const probe = links && createLinkProbe({ request: links.request })
  const newslettersAs: BeginScheduledOptions = {
    ...{ origin, isPublic, servers, dns, renderNewsletter, clock, log },
    ...{ announce, purge, probe },
    pageStatus: (path) => app.pageStatus(path),
  }
  const newsletters = createNewsletterSender({
    ...{ db, origin, clock, log },
    messageIdOf: (recipient, domain) => newsletterMessageId(rest.secrets, recipient, domain),
    async findServer() {
      const server = await servers.find(db)
      if (server === undefined || server === 'unreadable') return undefined
      const from = await readSender(db, origin, server).catch((error: unknown) => {
        throw error instanceof MissingSender ? new ServerRefusal(error.message, false) : error
      })
      return { smtp: server.smtp, from }
    },
    makeDue: () => makeDueDigest(db, clock),
    begin: (id) => beginScheduled(db, id, newslettersAs),
    isOutage: (error) => faultOf(error) !== undefined,
    recompose: (id) => recomposeAutomatic(db, id, { origin, renderNewsletter, now: clock() }),
  })
  const place = backupStore && backupStore.place !== path.join(dataDir, 'backups') ? backupStore.place : undefined
  const store = backupStore ?? createFolderBackups(backupDir)
  const backups = createBackups({ openDb, media, backupDir, store, place })
  const removeLeftovers = (before: Date) => removeUnfinishedFiles({ dataDir, outboxDir, store }, before)
  const jobs = createJobs({
    db,
    clock,
    log,
    jobs: siteJobs({
      ...{
        db: jobsDb,
        origin,
        mail,
        media,
        images,
        variants,
        backups,
        keep,
        dataDir,
        removeLeftovers,
        links,
        sales,
        clock,
      },
      ...(threads && { threads }),
      secrets: rest.secrets,
      ...{ confirmationLimit, announce, purge },
    }),
  })
  const clicks = createClickIntake(db)
  const unsubscribeViews = createUnsubscribeViews({ db, clock, log })
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
    buckets,
    confirmationLimit,
    images,
    makeVariant: variants.make,
    onUpload: warm,
    mail,
    servers,
    newsletters,
    dns,
    checksLinks: links !== undefined,
    probe,
    hookRequest,
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
    newsletters,
    unsubscribeViews,
    backups,
    jobs,
    /** Starts sending mail and running jobs. */
    async open() {
      isOpen = true
      mail.open()
      newsletters.open()
      await jobs.open()
    },
    /** Finishes what runs, and writes buffered clicks and views. */
    async close() {
      closing.abort()
      await Promise.all([mail.close(), newsletters.close(), jobs.close(), clicks.close(), unsubscribeViews.close()])
    },
  }
}
