import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { findSite } from './contract/accounts/site.ts'
import type { Theme } from './contract/accounts/theme.ts'
import type { Read } from './contract/platform/endpoint.ts'
import { readSettings, readSite } from './server/accounts/settings/settings.repo.ts'
import { composeSite } from './server/app/compose-site.ts'
import type { PrepareDemo } from './server/app/demo/demo.routes.ts'
import { type Preparation, prepareData, type SeedDemo } from './server/app/prepare-data.ts'
import type { SiteJobsOptions } from './server/app/site-jobs.ts'
import { createSiteListener } from './server/app/site-listener.ts'
import type { MailboxThreadData } from './server/audience/bounces/check-mailbox.ts'
import { findPublishedTags } from './server/content/menus/shared-content.repo.ts'
import { findNextPublication } from './server/content/posts/published-posts.repo.ts'
import { openBackupStore } from './server/platform/backup/open-backups.ts'
import { createAnnounce } from './server/platform/cdn/announce.ts'
import { createCdnQueue } from './server/platform/cdn/cdn-queue.ts'
import { type Bus, createLocalBus } from './server/platform/cluster/bus.ts'
import type { Config } from './server/platform/config.ts'
import { connect } from './server/platform/db/connect.ts'
import type { Purge } from './server/platform/db/purge-notices.ts'
import type { Db } from './server/platform/db/schema.ts'
import { openSiteDatabase } from './server/platform/db/site-database.ts'
import { withoutCheckpoints } from './server/platform/db/without-checkpoints.ts'
import type { PrebuiltResponse } from './server/platform/delivery/prebuilt-response.ts'
import { createSharedAssets } from './server/platform/delivery/shared-assets.ts'
import { createSiteCache } from './server/platform/delivery/site-cache.ts'
import { readStaticAssets } from './server/platform/delivery/static-assets.ts'
import { createThemes, type Themes } from './server/platform/delivery/themes.ts'
import { createDatabaseWatch } from './server/platform/health/database-watch.ts'
import { createAdmission } from './server/platform/http/admission.ts'
import { localHostsOnly } from './server/platform/http/local-hosts.ts'
import { monitorPressure } from './server/platform/http/pressure.ts'
import { createReadCache } from './server/platform/http/read-cache.ts'
import { createRequestLog } from './server/platform/http/request-log.ts'
import { assetHeaders, securityHeaders } from './server/platform/http/security-headers.ts'
import { applyServerLimits, BACKLOG, serverOptions } from './server/platform/http/server-limits.ts'
import { createSharedBuckets } from './server/platform/http/shared-buckets.ts'
import { listJobs } from './server/platform/jobs/jobs.repo.ts'
import { runInThread } from './server/platform/jobs/run-in-thread.ts'
import { cdnPurges, createMetrics, jobStates, pageCacheSize, syncState } from './server/platform/metrics/metrics.ts'
import { serveMetrics } from './server/platform/metrics/serve-metrics.ts'
import { createSecrets, readSecretKey } from './server/platform/secrets.ts'
import { openStorage } from './server/platform/storage/open-storage.ts'
import { listHiddenReferrers } from './server/shop/analytics/hidden-referrers.repo.ts'
import { createPageViews } from './server/shop/analytics/page-views.ts'
import type { EarningsThreadData } from './server/shop/earnings/imports/earnings-job.ts'
import {
  type Assets,
  claims,
  hasPage,
  pageKey,
  preloadPages,
  renderPage,
  renderUnavailable,
  type SharedSettings,
  withoutScripts,
} from './web/render.tsx'

/** The composition root: the one file that knows both the server and the web. */

export type Site = {
  listener: RequestListener
  db: Db
  /** Starts no more jobs and aborts the running ones; requests are still served. */
  stopJobs(): Promise<void>
  close(): Promise<void>
}

export type SiteOptions = {
  config: Config
  log: Logger
  assets: Assets
  /** Folder of the built assets; undefined while developing, when Vite serves them. */
  clientDir: string | undefined
  /** Folder of the modules that run in threads. Absent: their work is done in this one. */
  threadsDir?: string
  /** Called for an empty database of a site that is not public. Absent: the data is prepared already. */
  seedDemo?: SeedDemo
  recognizeDemo?: Preparation['recognizeDemo']
  onSetupLink?: Preparation['onSetupLink']
  /** Adds the demo content on request of the owner. */
  prepareDemo?: PrepareDemo
  /** The other processes that serve the same site. */
  bus?: Bus
  /** What development adds to each page. */
  finishHtml?: (html: string) => Promise<string>
}

/** Opens and migrates the database. Returns the listener of the whole site. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const {
    config,
    log,
    assets,
    clientDir,
    threadsDir,
    seedDemo,
    recognizeDemo,
    onSetupLink,
    prepareDemo,
    bus = createLocalBus(),
    finishHtml,
  } = options
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
  const { db, publicDb, jobsDb, limitsDb } = database
  const watch = createDatabaseWatch({
    probe: () => sql`select 1`.execute(db),
    onAway: (error) =>
      log.error({ err: error }, 'the database does not answer: cached pages are served, others are 503'),
    onBack: () => log.info('the database answers again'),
  })
  try {
    if (seedDemo) await prepareData(jobsDb, { config, log, seedDemo, recognizeDemo, onSetupLink })
    await preloadPages()
  } catch (error) {
    await database.close()
    throw error
  }

  const clock = () => new Date()
  // Vite's client is an inline script, which the policy of the real site refuses.
  const headers = finishHtml
    ? { page: {}, owner: {}, worker: {}, data: {}, text: {} }
    : securityHeaders(config.isPublic, config)
  const readCache = createReadCache({
    clock,
    loadNextChange: () => findNextPublication(publicDb, clock().toISOString()),
    guard: watch.read,
  })
  const views = createPageViews({
    db,
    clock,
    readTimeZone: async () => (await readSettings(db)).settings.timeZone,
    readHiddenHosts: () => listHiddenReferrers(db),
    ownHost: URL.canParse(config.origin) ? new URL(config.origin).host : undefined,
    onError: (error) => log.error({ err: error }, 'page views could not be written, and are kept until they can'),
  })
  const pages = createSiteCache({
    headers: headers.page,
    isCdnPurged: config.cdn !== undefined,
    maxBytes: finishHtml ? 0 : config.pageCacheBytes,
    freshUntil: readCache.nextChange,
    onError: (error) => log.error({ err: error }, 'a cached page could not be compressed'),
    onStale: metrics.stale,
    onView(key, request) {
      views.count(key, request)
      void site.unsubscribeViews.note(key, request)
    },
  })
  // Reads first, so that a page rendered after the purge reads the new state.
  const purgeHere = (purge: Purge) => {
    readCache.purge(purge)
    pages.purge(purge)
  }
  let isInSync = true
  bus.onSync((value) => {
    isInSync = value
    readCache.bypass(!isInSync)
    pages.bypass(!isInSync)
  })
  bus.listen(purgeHere)
  pageCacheSize(pages.size)(metrics.registry)
  syncState(() => isInSync)(metrics.registry)
  const onMetricsError = (error: unknown) => log.error({ err: error }, 'some metrics could not be read')
  jobStates(() => listJobs(publicDb, clock().toISOString()), onMetricsError)(metrics.registry)
  bus.measure(() =>
    metrics.registry.getMetricsAsJSON().catch((error: unknown) => {
      onMetricsError(error)
      return []
    }),
  )
  const pressure = monitorPressure()
  const secretKey = readSecretKey(config)
  const secrets = createSecrets(secretKey)
  const buckets = limitsDb
    ? createSharedBuckets({
        db: limitsDb,
        local: bus.buckets,
        toKey: (name, client) => secrets.hmac('rate limits', `${name} ${client}`),
      })
    : bus.buckets
  const media = openStorage(config, (error) => log.error({ err: error }, 'the media storage could not be reached'))
  media.check().catch((error: unknown) => log.error({ err: error }, 'the media storage cannot be used'))
  const cdn =
    config.cdn &&
    createCdnQueue({
      cdn: config.cdn,
      db,
      clock,
      log,
      findPublishedTags: (since, until) => findPublishedTags(db, since, until),
    })
  if (cdn) cdnPurges(cdn.counts)(metrics.registry)
  const headersOf = (path: string) => assetHeaders(headers, path)
  const staticAssets = clientDir ? readStaticAssets(clientDir, headersOf) : new Map<string, PrebuiltResponse>()
  const sharedAssets = createSharedAssets({ db, headersOf, clock })
  const themes = createThemes({
    assets: staticAssets,
    common: assets.stylesOf('')[0] ?? '',
    fileOf: assets.fileOf,
    headers: headers.page,
    share: (files) =>
      sharedAssets.add(files).catch((error: unknown) => log.error({ err: error }, 'a style sheet could not be shared')),
  })
  const currentTheme = createCurrentTheme(themes)
  /** As they were last read, for the page of an outage. */
  let settings: SharedSettings | undefined
  let unavailable: { settings: SharedSettings | undefined; html: string } | undefined
  const site = composeSite({
    config,
    db,
    publicDb,
    jobsDb,
    openDb: () => connect(config),
    ...(threadsDir && { threads: createThreads(threadsDir, { config, secretKey, db: jobsDb }) }),
    media,
    backupStore: openBackupStore(config),
    exclusive: bus.exclusive,
    clock,
    log,
    secrets,
    hstsSubdomains: config.hstsSubdomains,
    readCache,
    themes,
    // Loaded with the first newsletter, to keep startup fast.
    renderNewsletter: async (newsletter) =>
      (await import('./web/newsletter/render-newsletter.tsx')).renderNewsletter(newsletter),
    createRenderer: (readWith) => ({
      pageKey,
      claims,
      hasPage,
      renderUnavailable() {
        // Once for many requests: an outage is the wrong time to render.
        if (!unavailable || unavailable.settings !== settings)
          unavailable = { settings, html: renderUnavailable(assets, settings, currentTheme.last()) }
        return unavailable.html
      },
      async render(url, formResponse) {
        const tags = new Set<string>()
        const read = readWith((read) => {
          for (const tag of read) tags.add(tag)
        })
        const theme = await currentTheme.find(read)
        const { site: shown, ...rendered } = await renderPage(read, assets, url, { formResponse, theme })
        settings = shown ?? settings
        const page = { ...rendered, tags: [...tags] }
        return finishHtml ? { ...page, body: [await finishHtml(page.body.join(''))] } : page
      },
      async preview(url, theme) {
        const { body } = await renderPage(
          readWith(() => {}),
          assets,
          url,
          { theme },
        )
        return withoutScripts(body.join(''))
      },
    }),
    announce: createAnnounce(config.cdn, clock),
    async purge(purges) {
      for (const purge of purges) purgeHere(purge)
      await Promise.all(purges.map((purge) => bus.broadcast(purge)))
      // Last, since the CDN may fetch a page from any process as soon as it is purged.
      cdn?.wake()
    },
    isInSync: () => isInSync,
    findProblems: cdn?.problems,
    prepareDemo,
    guard: watch.read,
    buckets,
  })
  // Before the files are shared, so that the style sheet is among them; without a database the first page does it.
  await readSite(db, config.origin)
    .then(({ appearance }) => themes.find(appearance))
    .catch((error: unknown) => log.error({ err: error }, 'the appearance could not be read'))
  // A site that cannot write, for example on a full disk, still serves its own files.
  await sharedAssets
    .share(staticAssets)
    .catch((error: unknown) => log.error({ err: error }, 'the files of this build could not be shared'))
  const listener = createSiteListener({
    app: site.app,
    variants: site.variants,
    pages,
    assets: staticAssets,
    findSharedAsset: sharedAssets.find,
    headers,
    admission: createAdmission({
      trustedProxies: config.trustedProxies,
      pressure,
      buckets,
      onUntrustedProxy: () =>
        log.warn(
          'a request has X-Forwarded-For, but TRUST_PROXY is 0: if a proxy is in front of the site, all its visitors share one rate limit',
        ),
    }),
    logRequest: createRequestLog({ metrics, pressure, log }),
    metrics,
    sendMetrics: serveMetrics(bus.measureAll, config),
    guard: watch.read,
  })
  await site.open()
  cdn?.open()
  return {
    listener: config.isLocalOnly ? localHostsOnly(listener, headers.data) : listener,
    db,
    stopJobs: site.jobs.close,
    async close() {
      pressure.close()
      watch.close()
      await site.close()
      await views.close()
      await cdn?.close()
      await database.close()
    },
  }
}

/** The theme of the site as the settings have it; while they cannot be read, the last one. */
function createCurrentTheme(themes: Themes) {
  let last: Theme = {}
  return {
    last: () => last,
    async find(read: Read): Promise<Theme> {
      const site = await read(findSite).catch(() => undefined)
      if (site) last = await themes.find(site.appearance)
      return last
    },
  }
}

/** Listens, or throws with one sentence about why not. */
export function listen(listener: RequestListener, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = applyServerLimits(createServer(serverOptions, listener))
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program uses it; choose another PORT' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server))
  })
}

type ThreadOptions = { config: Config; secretKey: string; db: Db }

/** Work in threads with connections of their own. */
function createThreads(
  folder: string,
  { config: { databaseUrl, databaseListenUrl, dataDir }, secretKey, db }: ThreadOptions,
): NonNullable<SiteJobsOptions['threads']> {
  const database = { databaseUrl, databaseListenUrl, dataDir }
  const run = (name: string, data: object, signal: AbortSignal) =>
    withoutCheckpoints(db, () => runInThread(path.join(folder, `${name}-thread.js`), data, signal))
  return {
    importSales: ({ now, signal }) => run('earnings', { database, now } satisfies EarningsThreadData, signal),
    checkMailbox: (signal) => run('mailbox', { database, secretKey } satisfies MailboxThreadData, signal),
  }
}
