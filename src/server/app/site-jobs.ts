import { IMPORT_UPLOAD_DAYS } from '../../contract/app/site-imports.ts'
import { dayIn } from '../../contract/platform/days.ts'
import { readSettings } from '../accounts/settings/settings.repo.ts'
import { checkMailbox } from '../audience/bounces/check-mailbox.ts'
import { findMailbox } from '../audience/bounces/mailbox.repo.ts'
import type { Mailer } from '../audience/mail/mailer.ts'
import { sumClicks } from '../audience/newsletter-sending/click-sums.repo.ts'
import type { ConfirmationLimit } from '../audience/subscribers/confirmation-limit.ts'
import { keepWaiting, sendLateConfirmations } from '../audience/subscribers/late-confirmations.repo.ts'
import { resendConfirmations } from '../audience/subscribers/resend-confirmations.repo.ts'
import type { ImageStore } from '../content/images/image-store.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { listImageWidths } from '../content/images/images.repo.ts'
import { purgeImages } from '../content/images/purge-images.ts'
import { rasterizeSvgSources } from '../content/images/rasterize-svg-sources.ts'
import { warmVariants } from '../content/images/warm-variants.ts'
import { refreshLinks } from '../content/link-replacements/find-links.repo.ts'
import { linkEarlierTexts } from '../content/posts/post-links.repo.ts'
import { fillPostReferences } from '../content/posts/post-references.repo.ts'
import type { Backups } from '../platform/backup/backups.ts'
import { emptyLog } from '../platform/db/maintenance.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import { fillFoldIndex } from '../platform/db/search-fold-index.ts'
import { checkDatabase } from '../platform/health/database-check.ts'
import { faultOf } from '../platform/health/faults.ts'
import { makeJobDue } from '../platform/jobs/jobs.repo.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextNight } from '../platform/jobs/nightly.ts'
import { deleteOldAnalytics } from '../shop/analytics/retention.ts'
import { runFetches } from '../shop/earnings/accounts/run-fetches.ts'
import { hasEarningsWork, runEarnings } from '../shop/earnings/imports/earnings-job.ts'
import { hidesPrices } from '../shop/earnings/programs/programs.repo.ts'
import { hasUnsummedMonths } from '../shop/earnings/summary/month-sums.repo.ts'
import { hasRequestedChecks } from '../shop/link-health/links.repo.ts'
import { createPace } from '../shop/link-health/pace.ts'
import { runLinkChecks } from '../shop/link-health/run-checks.ts'
import { cleanUp } from './cleanup.ts'
import { purgeRemovedDemo } from './demo/purge-demo.ts'
import { copyErasures } from './erasures/repeat-erasures.ts'
import { recognisePrograms } from './recognise-programs.ts'
import { isExportWanted } from './site-export/export-request.repo.ts'
import { runSiteExport } from './site-export/run-site-export.ts'
import type { SiteExports } from './site-export/site-exports.ts'
import { findWork } from './site-import/admin-imports.repo.ts'
import type { SiteParts } from './site-parts.ts'

/** In milliseconds; longer than anything is written. */
const DAY = 24 * 60 * 60 * 1000

/** In milliseconds. */
const HOUR = 60 * 60 * 1000

/** Pages of products, ingredients and routines list the posts that refer to them. */
const ofPosts: Purge[] = [{ tag: 'posts', isSoft: true }]

/** Pages with these tags show a price or a link of a product. */
const ofProducts: Purge[] = (['products', 'posts', 'pages', 'routines', 'ingredients'] as const).map((tag) => ({
  tag,
  isSoft: true,
}))

export type SiteJobsOptions = SiteParts & {
  mail: Mailer
  confirmationLimit: ConfirmationLimit
  images: ImageStore
  variants: VariantMaker
  backups: Backups
  siteExports: SiteExports
  /** Deletes unfinished files of killed processes from before a time. */
  removeLeftovers(before: Date): Promise<void>
}

type JobsOptions = SiteJobsOptions & {
  readTimeZone(): Promise<string>
  /** The next run at a time of day in the site's time zone. */
  nightly(time: string): Job['next']
}

/** All scheduled jobs except sending mail, where each message has its own lease. */
export function siteJobs(options: SiteJobsOptions): Job[] {
  const { jobsDb: db } = options
  const readTimeZone = async () => (await readSettings(db)).settings.timeZone
  const nightly = (time: string) => async (after: Date) => nextNight(await readTimeZone(), time, after)
  const shared = { ...options, readTimeZone, nightly }
  return [
    ...databaseJobs(shared),
    ...linkJobs(shared),
    ...earningsJobs(shared),
    ...audienceJobs(shared),
    ...retentionJobs(shared),
    siteImportJob(shared),
  ]
}

/** Due when the owner begins, confirms or undoes an import. */
function siteImportJob({ jobsDb: db, ...options }: JobsOptions): Job {
  return {
    name: 'site-import',
    // An import that was started while it ended is done soon.
    next: async (after) => new Date(after.getTime() + ((await findWork(db)) ? HOUR / 60 : DAY)),
    async run(run) {
      const { runSiteImport } = await import('./site-import/run-site-import.ts')
      await runSiteImport({ ...options, db }, run)
    },
  }
}

function databaseJobs({
  jobsDb: db,
  images,
  backups,
  siteExports,
  backupStore,
  backupKeep: keep,
  secrets,
  dataDir,
  announce,
  purge,
  nightly,
  ...rest
}: JobsOptions): Job[] {
  const restoring = { ...rest, db, backupStore, secrets, dataDir, announce, purge }
  let isLogEmpty = true
  return [
    {
      name: 'tidy-up',
      next: (after) => new Date(after.getTime() + HOUR),
      isDueAtStart: true,
      async run({ now, signal }) {
        const filled = await fillPostReferences(db, { signal, onBatch: (batch) => announce(batch, ofPosts) })
        if (filled > 0) await purge(ofPosts)
        await linkEarlierTexts(db, { since: new Date(now.getTime() - DAY).toISOString(), signal })
        await fillFoldIndex(db, signal)
        await cleanUp(db, now, { signal, secrets })
        await purgeRemovedDemo(db, images, now, signal)
        // Prices become too old without a write.
        if (await hidesPrices(db)) {
          await announce(db, ofProducts)
          await purge(ofProducts)
        }
        await refreshLinks(db, { now: now.toISOString(), signal })
      },
    },
    {
      name: 'backup',
      next: nightly('03:00'),
      async run({ now, isManual, signal, reportProgress }) {
        const isWanted = isManual || keep.daily + keep.weekly + keep.monthly > 0
        if (!isWanted) return
        await backups.make({ now, kind: isManual ? 'manual' : 'nightly', signal, onProgress: reportProgress })
        await backups.removeOutdated(keep)
      },
    },
    {
      name: 'restore',
      // Due when the owner begins one.
      next: (after) => new Date(after.getTime() + DAY),
      run: async ({ signal }) => (await import('./restoring/restore-site.ts')).runRestore(restoring, signal),
    },
    {
      name: 'site-export',
      // Due when the owner begins one, and to delete old ones.
      // One that was started while old ones were deleted is made at once.
      next: async (after) => ((await isExportWanted(db)) ? after : new Date(after.getTime() + DAY)),
      isDueAtStart: true,
      run: ({ signal, reportProgress }) =>
        runSiteExport(db, { exports: siteExports, clock: rest.clock, signal, reportProgress }),
    },
    {
      name: 'finish-erasures',
      // A backup that is being made reads the log for a while.
      next: (after) => new Date(after.getTime() + (isLogEmpty ? HOUR : HOUR / 60)),
      isDueAtStart: true,
      async run() {
        isLogEmpty = await emptyLog(db)
        await copyErasures(db, backupStore, secrets)
      },
    },
    {
      name: 'check-database',
      next: nightly('02:00'),
      run: ({ signal }) => checkDatabase(db, dataDir, signal),
    },
  ]
}

function linkJobs({ jobsDb: db, links, clock, announce, purge, readTimeZone, nightly }: JobsOptions): Job[] {
  const pace = createPace(links?.spacing)
  return [
    {
      name: 'recognise-programs',
      next: nightly('01:30'),
      isDueAtStart: true,
      async run({ now, signal }) {
        const purges = await recognisePrograms(db, { now: now.toISOString(), signal, onChange: announce })
        if (purges.length > 0) await purge(purges)
      },
    },
    {
      name: 'check-links',
      next: nightly('01:00'),
      async run({ now, isManual, signal, reportProgress }) {
        await refreshLinks(db, { now: now.toISOString(), signal })
        if (!links) return
        const isRequestedOnly = isManual && (await hasRequestedChecks(db))
        const timeZone = await readTimeZone()
        const { request } = links
        const pages = { announce: (on: Db) => announce(on, ofProducts), purge: () => purge(ofProducts) }
        const onProgress = reportProgress
        await runLinkChecks(db, { request, pace, timeZone, clock, signal, isRequestedOnly, onProgress, pages })
      },
    },
  ]
}

function earningsJobs({ jobsDb: db, sales, threads, secrets, clock, readTimeZone, nightly }: JobsOptions): Job[] {
  return [
    {
      name: 'earnings',
      // Work that was requested while it ran is done at once.
      next: async (after) => ((await hasEarningsWork(db)) ? after : new Date(after.getTime() + HOUR)),
      isDueAtStart: true,
      async run({ now, signal }) {
        const options = { now: now.toISOString(), signal }
        // Otherwise little is to be done, and not worth a thread.
        const isLong = (await hasEarningsWork(db)) || (await hasUnsummedMonths(db))
        if (threads && isLong) return threads.importSales(options)
        await runEarnings(db, { ...options, isOutage: (error) => faultOf(error) !== undefined })
      },
    },
    {
      name: 'fetch-sales',
      next: nightly('05:30'),
      async run({ now, signal, reportProgress }) {
        const today = dayIn(await readTimeZone(), now)
        const startImport = (on: Db, at: string) => makeJobDue(on, 'earnings', { now: at, isManual: false })
        await runFetches(db, { ...sales, secrets, today, clock, signal, startImport, onProgress: reportProgress })
      },
    },
  ]
}

function audienceJobs({
  jobsDb: db,
  origin,
  mail,
  confirmationLimit,
  threads,
  secrets,
  clock,
  readTimeZone,
}: JobsOptions): Job[] {
  return [
    {
      name: 'resend-confirmations',
      // A network may cause five mails again by then.
      next: (after) => new Date(after.getTime() + HOUR / 12),
      isDueAtStart: true,
      async run({ now, signal }) {
        if (!(await mail.isSetUp(db))) return keepWaiting(db, now.toISOString())
        const options = { origin, now: now.toISOString(), take: confirmationLimit.take, signal }
        const late = await sendLateConfirmations(db, options)
        if (late + (await resendConfirmations(db, options)) > 0) mail.wake()
      },
    },
    {
      name: 'check-bounces',
      next: (after) => new Date(after.getTime() + HOUR / 4),
      async run({ signal }) {
        // The thread parses what the mail server sends.
        if (threads) return (await findMailbox(db, secrets)) ? threads.checkMailbox(signal) : undefined
        await checkMailbox(db, { secrets, clock, signal, isOutage: (error) => faultOf(error) !== undefined })
      },
    },
    {
      name: 'count-clicks',
      next: (after) => new Date(after.getTime() + HOUR / 12),
      async run({ now, signal }) {
        await sumClicks(db, { now, today: dayIn(await readTimeZone(), now), signal })
      },
    },
  ]
}

function retentionJobs({
  jobsDb: db,
  dataDir,
  media,
  images,
  variants,
  removeLeftovers,
  readTimeZone,
  nightly,
}: JobsOptions): Job[] {
  return [
    // After the backup, which holds once more what is deleted now.
    {
      name: 'retention',
      next: nightly('04:00'),
      async run({ now, signal }) {
        const timeZone = await readTimeZone()
        await deleteOldAnalytics(db, { today: dayIn(timeZone, now), timeZone, signal })
      },
    },
    {
      name: 'purge-images',
      next: nightly('04:30'),
      async run({ now, signal }) {
        await removeLeftovers(new Date(now.getTime() - DAY))
        const uploads = (await import('./site-import/import-uploads.ts')).createImportUploads(dataDir)
        await uploads.removeOld(new Date(now.getTime() - IMPORT_UPLOAD_DAYS * DAY))
        await purgeImages(db, images, now, signal)
      },
    },
    {
      name: 'make-images',
      next: nightly('05:00'),
      isDueAtStart: true,
      async run({ signal }) {
        await rasterizeSvgSources(db, media, signal)
        await warmVariants(variants, await listImageWidths(db), signal)
        signal.throwIfAborted()
      },
    },
  ]
}
