import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { MailboxThreadData } from '../audience/bounces/check-mailbox.ts'
import { createDns } from '../audience/mail/dns.ts'
import { findPublishedTags } from '../content/menus/shared-content.repo.ts'
import { openBackupStore } from '../platform/backup/open-backups.ts'
import { createAnnounce } from '../platform/cdn/announce.ts'
import { createCdnQueue } from '../platform/cdn/cdn-queue.ts'
import type { Config } from '../platform/config.ts'
import { dataHosts } from '../platform/data-hosts.ts'
import { connect } from '../platform/db/connect.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { withoutCheckpoints } from '../platform/db/without-checkpoints.ts'
import { createDatabaseWatch } from '../platform/health/database-watch.ts'
import { createGuardedRequest } from '../platform/http/guarded-request.ts'
import { type ResponseHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { createSharedBuckets } from '../platform/http/shared-buckets.ts'
import { listJobs } from '../platform/jobs/jobs.repo.ts'
import { runInProcess } from '../platform/jobs/run-in-process.ts'
import { runInThread } from '../platform/jobs/run-in-thread.ts'
import { cdnPurges, createMetrics, jobStates, pageCacheSize, syncState } from '../platform/metrics/metrics.ts'
import type { Exclusive } from '../platform/mutex.ts'
import { createSecrets, readSecretKey } from '../platform/secrets.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import type { EarningsThreadData } from '../shop/earnings/imports/earnings-job.ts'
import { createAssets, createCaches, createEntrance, type DeliveryOptions } from './site-delivery.ts'
import type { StaticProcessData, WriteStatic } from './site-export/static/write-static.ts'
import type { ImportProcessData } from './site-import/import-step.ts'
import type { JobThreads } from './site-parts.ts'

type ConnectingOptions = { config: Config; log: Logger }

/** Connects to the database of a running site, whose queries are measured and whose silence is noticed. */
export function openWatchedDatabase({ config, log }: ConnectingOptions) {
  const metrics = createMetrics()
  const database = openSiteDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    onQuery(_, milliseconds, error) {
      metrics.queried(milliseconds / 1000)
      // A query that failed may have had no response.
      if (error === undefined) watch.responded()
    },
  })
  const watch = createDatabaseWatch({
    probe: () => sql`select 1`.execute(database.db),
    onAway: (error) =>
      log.error({ err: error }, 'the database does not answer: cached pages are served, others are 503'),
    onBack: () => log.info('the database answers again'),
  })
  return { metrics, database, watch }
}

type SitePartsOptions = Omit<DeliveryOptions, 'db' | 'publicDb' | 'clock' | 'guard' | 'headers'> &
  ReturnType<typeof openWatchedDatabase> & {
    /** Folder of the modules that run in threads. Absent: their work is done in this one. */
    threadsDir: string | undefined
  }

const { rootFile } = securityHeaders(false)
const noHeaders: ResponseHeaders = { page: {}, owner: {}, worker: {}, data: {}, file: {}, rootFile, text: {} }

/** Opens what the services of a running site are built on, and what stands in front of its application. */
export function openSiteParts(options: SitePartsOptions) {
  const { config, bus, database, watch, threadsDir, clientDir, isDevelopment } = options
  const { db, publicDb, jobsDb } = database
  // Vite's client is an inline script, which the policy of the real site refuses.
  const headers = isDevelopment ? noHeaders : securityHeaders(config.isPublic, config)
  const shared = { ...options, db, publicDb, guard: watch.read, clock: () => new Date(), headers }
  const caches = createCaches(shared)
  const stores = openStores({ ...shared, limitsDb: database.limitsDb })
  const assets = createAssets(shared)
  const entrance = createEntrance({ ...shared, ...stores })
  registerMetrics({ ...shared, ...caches, ...stores })
  const { cdn, secretKey } = stores
  const guardedRequest = createGuardedRequest({ userAgent: `Dewlight (${config.origin})` })
  return {
    ...config,
    ...shared,
    ...caches,
    ...stores,
    ...assets,
    ...entrance,
    hosts: dataHosts(config),
    jobsDb,
    openDb: () => connect(config),
    exclusive: bus.exclusive,
    threads:
      threadsDir === undefined
        ? undefined
        : createJobThreads(threadsDir, { config, secretKey, db: jobsDb, exclusive: bus.exclusive }),
    writeStatic:
      threadsDir === undefined || clientDir === undefined
        ? undefined
        : createWriteStatic(threadsDir, { clientDir, exclusive: bus.exclusive }),
    dns: createDns(),
    guardedRequest,
    links: config.checksLinks ? { request: guardedRequest } : undefined,
    sales: { apis: config.salesApis },
    announce: createAnnounce(config.cdn, shared.clock),
    async purge(purges: readonly Purge[]) {
      for (const purge of purges) caches.purgeHere(purge)
      await Promise.all(purges.map((purge) => bus.broadcast(purge)))
      // Last, since the CDN may fetch a page from any process as soon as it is purged.
      cdn?.wake()
    },
    findProblems: cdn ? cdn.problems : () => [],
  }
}

type Shared = DeliveryOptions & { limitsDb: ReturnType<typeof openSiteDatabase>['limitsDb'] }

function openStores({ config, log, bus, db, limitsDb, clock }: Shared) {
  const secretKey = readSecretKey(config)
  const secrets = createSecrets(secretKey)
  const toKey = (name: string, client: string) => secrets.hmac('rate limits', `${name} ${client}`)
  const media = openStorage(config, (error) => log.error({ err: error }, 'the media storage could not be reached'))
  media.check().catch((error: unknown) => log.error({ err: error }, 'the media storage cannot be used'))
  const findTags = (since: string, until: string) => findPublishedTags(db, since, until)
  return {
    secretKey,
    secrets,
    buckets: limitsDb ? createSharedBuckets({ db: limitsDb, local: bus.buckets, toKey }) : bus.buckets,
    media,
    backupStore: openBackupStore(config),
    cdn: config.cdn && createCdnQueue({ cdn: config.cdn, db, clock, log, findPublishedTags: findTags }),
  }
}

type Measured = DeliveryOptions & ReturnType<typeof createCaches> & Pick<ReturnType<typeof openStores>, 'cdn'>

function registerMetrics({ metrics: { registry }, publicDb, clock, bus, log, pages, isInSync, cdn }: Measured): void {
  const onError = (error: unknown) => log.error({ err: error }, 'some metrics could not be read')
  pageCacheSize(pages.size)(registry)
  syncState(isInSync)(registry)
  jobStates(() => listJobs(publicDb, clock().toISOString()), onError)(registry)
  if (cdn) cdnPurges(cdn.counts)(registry)
  bus.measure(() =>
    registry.getMetricsAsJSON().catch((error: unknown) => {
      onError(error)
      return []
    }),
  )
}

type ThreadOptions = { config: Config; secretKey: string; db: Db; exclusive: Exclusive }

/** Runs the modules of `folder` in threads and processes with connections of their own. */
function createJobThreads(folder: string, { config, secretKey, db, exclusive }: ThreadOptions): JobThreads {
  const { databaseUrl, databaseListenUrl, dataDir } = config
  const database = { databaseUrl, databaseListenUrl, dataDir }
  const run = (name: string, data: object, signal: AbortSignal) =>
    withoutCheckpoints(db, () => runInThread(path.join(folder, `${name}-thread.js`), data, signal))
  return {
    importSales: ({ now, signal }) => run('earnings', { database, now } satisfies EarningsThreadData, signal),
    checkMailbox: (signal) => run('mailbox', { database, secretKey } satisfies MailboxThreadData, signal),
    importSite: (work, { signal, reportProgress }) =>
      withoutCheckpoints(db, () =>
        runInProcess(path.join(folder, 'site-import-process.js'), { config, work } satisfies ImportProcessData, {
          signal,
          exclusive,
          reportProgress,
        }),
      ),
  }
}

/** Megabytes of the old generation, in which a site of thousands of pages is rendered. */
const STATIC_HEAP_MB = 256

type StaticOptions = Pick<StaticProcessData, 'clientDir'> & Pick<ThreadOptions, 'exclusive'>

function createWriteStatic(programs: string, { clientDir, exclusive }: StaticOptions): WriteStatic {
  return (folder, { signal, onProgress }) =>
    runInProcess(path.join(programs, 'static-site-process.js'), { folder, clientDir } satisfies StaticProcessData, {
      signal,
      exclusive,
      heapMaxMb: STATIC_HEAP_MB,
      reportProgress: (progress) => onProgress(progress as Parameters<typeof onProgress>[0]),
    })
}
