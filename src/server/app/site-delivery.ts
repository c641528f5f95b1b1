import type { Logger } from 'pino'
import { readSettings, readSite } from '../accounts/settings/settings.repo.ts'
import { findNextPublication } from '../content/posts/published-posts.repo.ts'
import { createMissingPages } from '../content/redirects/missing-pages.ts'
import { createRenameHits } from '../content/redirects/redirect-hits.ts'
import type { Bus } from '../platform/cluster/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import type { PrebuiltResponse } from '../platform/delivery/prebuilt-response.ts'
import { createSharedAssets } from '../platform/delivery/shared-assets.ts'
import { createSiteCache } from '../platform/delivery/site-cache.ts'
import { readStaticAssets } from '../platform/delivery/static-assets.ts'
import { createThemes } from '../platform/delivery/themes.ts'
import type { GuardRead } from '../platform/health/database-watch.ts'
import { createAdmission } from '../platform/http/admission.ts'
import { monitorPressure } from '../platform/http/pressure.ts'
import { createReadCache } from '../platform/http/read-cache.ts'
import { createRequestLog } from '../platform/http/request-log.ts'
import { assetHeaders, type ResponseHeaders } from '../platform/http/security-headers.ts'
import type { TokenBuckets } from '../platform/http/token-bucket.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { serveMetrics } from '../platform/metrics/serve-metrics.ts'
import { listHiddenReferrers } from '../shop/analytics/hidden-referrers.repo.ts'
import { createPageViews } from '../shop/analytics/page-views.ts'
import { reasonToFilterView } from '../shop/analytics/view-signals.ts'
import { createUnsubscribeViews } from './newsletter-composing/unsubscribe-views.ts'

export type DeliveryOptions = {
  config: Config
  log: Logger
  bus: Bus
  clock: () => Date
  db: Db
  publicDb: Db
  guard: GuardRead
  metrics: Metrics
  headers: ResponseHeaders
  /** The files of the build by their source. */
  assets: { stylesOf(module: string): string[]; fileOf(source: string): string | undefined }
  /** Folder of the built assets; undefined while developing, when Vite serves them. */
  clientDir: string | undefined
  isDevelopment: boolean
}

/** The caches of reads and pages, which purges of this process and of others reach. */
export function createCaches(options: DeliveryOptions) {
  const { config, log, bus, clock, publicDb, guard, headers, metrics, isDevelopment } = options
  const readCache = createReadCache({
    clock,
    loadNextChange: () => findNextPublication(publicDb, clock().toISOString()),
    guard,
  })
  const { pageViews, unsubscribeViews, missingPages, renameHits } = createViewCounts(options)
  const pages = createSiteCache({
    headers: headers.page,
    isCdnPurged: config.cdn !== undefined,
    maxBytes: isDevelopment ? 0 : config.pageCacheBytes,
    freshUntil: readCache.nextChange,
    onError: (error) => log.error({ err: error }, 'a cached page could not be compressed'),
    onStale: metrics.stale,
    onView(key, request) {
      pageViews.count(key, request)
      void unsubscribeViews.note(key, request)
    },
    onMissing(key, request) {
      if (!reasonToFilterView(request)) missingPages.count(key, request.headers)
    },
    onMoved: renameHits.count,
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
  return {
    readCache,
    pages,
    pageViews,
    unsubscribeViews,
    missingPages,
    renameHits,
    purgeHere,
    isInSync: () => isInSync,
  }
}

function createViewCounts({ config, log, clock, db }: DeliveryOptions) {
  return {
    pageViews: createPageViews({
      db,
      clock,
      readTimeZone: async () => (await readSettings(db)).settings.timeZone,
      readHiddenHosts: () => listHiddenReferrers(db),
      ownHost: URL.canParse(config.origin) ? new URL(config.origin).host : undefined,
      onError: (error) => log.error({ err: error }, 'page views could not be written, and are kept until they can'),
    }),
    unsubscribeViews: createUnsubscribeViews({ db, clock, log }),
    renameHits: createRenameHits({
      db,
      clock,
      onError: (error) => log.error({ err: error }, 'uses of former addresses could not be counted'),
    }),
    missingPages: createMissingPages({
      db,
      clock,
      origin: config.origin,
      onError: (error) =>
        log.error({ err: error }, 'addresses without a page could not be counted, and are kept until they can'),
    }),
  }
}

/** The files of this build, those of other builds, and the style sheets of themes. */
export function createAssets({ config, log, clock, db, assets, clientDir, headers }: DeliveryOptions) {
  const headersOf = (path: string) => assetHeaders(headers, path)
  const staticAssets = clientDir ? readStaticAssets(clientDir, headersOf) : new Map<string, PrebuiltResponse>()
  const sharedAssets = createSharedAssets({ db, headersOf, clock })
  const themes = createThemes({
    assets: staticAssets,
    common: assets.stylesOf('')[0] ?? '',
    fileOf: assets.fileOf,
    headers: headers.file,
    share: (files) =>
      sharedAssets.add(files).catch((error: unknown) => log.error({ err: error }, 'a style sheet could not be shared')),
  })
  return {
    staticAssets,
    findSharedAsset: sharedAssets.find,
    themes,
    /** Stores the files of this build for other processes. */
    async shareAssets() {
      // Before the files are shared, so that the style sheet is among them; without a database the first page does it.
      await readSite(db, config.origin)
        .then(({ appearance }) => themes.find(appearance))
        .catch((error: unknown) => log.error({ err: error }, 'the appearance could not be read'))
      // A site that cannot write, for example on a full disk, still serves its own files.
      await sharedAssets
        .share(staticAssets)
        .catch((error: unknown) => log.error({ err: error }, 'the files of this build could not be shared'))
    },
  }
}

type EntranceOptions = DeliveryOptions & { buckets: TokenBuckets }

/** Admits, logs and measures requests. */
export function createEntrance({ config, log, bus, metrics, buckets }: EntranceOptions) {
  const pressure = monitorPressure(metrics.readEventLoopDelay)
  return {
    pressure,
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
    sendMetrics: serveMetrics(bus.measureAll, config),
  }
}
