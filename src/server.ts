import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'
import { composeSite } from './server/app/compose-site.ts'
import { prepareData, type SeedDemo } from './server/app/prepare-data.ts'
import { createSiteListener } from './server/app/site-listener.ts'
import { findNextPublication } from './server/content/posts/posts-read.repo.ts'
import { type Bus, createLocalBus } from './server/platform/cluster/bus.ts'
import type { Config } from './server/platform/config.ts'
import { connect } from './server/platform/db/connect.ts'
import type { Db } from './server/platform/db/schema.ts'
import { createSiteCache } from './server/platform/delivery/site-cache.ts'
import { readStaticAssets } from './server/platform/delivery/static-assets.ts'
import { createAdmission } from './server/platform/http/admission.ts'
import { localHostsOnly } from './server/platform/http/local-hosts.ts'
import { monitorPressure } from './server/platform/http/pressure.ts'
import { createReadCache } from './server/platform/http/read-cache.ts'
import { createRequestLog } from './server/platform/http/request-log.ts'
import { securityHeaders } from './server/platform/http/security-headers.ts'
import { applyServerLimits, BACKLOG, serverOptions } from './server/platform/http/server-limits.ts'
import { listJobs } from './server/platform/jobs/jobs.repo.ts'
import { createMetrics, jobStates, pageCacheSize } from './server/platform/metrics/metrics.ts'
import { serveMetrics } from './server/platform/metrics/serve-metrics.ts'
import { createSecrets, readSecretKey } from './server/platform/secrets.ts'
import { openStorage } from './server/platform/storage/open-storage.ts'
import { type Assets, hasPage, pageKey, preloadPages, renderPage } from './web/render.tsx'

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
  /** Called for an empty database of a site that is not public. Absent: the data is prepared already. */
  seedDemo?: SeedDemo
  /** The other processes that serve the same site. */
  bus?: Bus
  /** What development adds to each page. */
  finishHtml?: (html: string) => Promise<string>
}

/** Opens and migrates the database. Returns the listener of the whole site. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config, log, assets, clientDir, seedDemo, bus = createLocalBus(), finishHtml } = options
  const metrics = createMetrics()
  const db = connect({ ...config, onQuery: (_, milliseconds) => metrics.queried(milliseconds / 1000) })
  try {
    if (seedDemo) await prepareData(db, { config, log, seedDemo })
    await preloadPages()
  } catch (error) {
    await db.destroy()
    throw error
  }

  const clock = () => new Date()
  // Vite's client is an inline script, which the policy of the real site refuses.
  const headers = finishHtml ? { page: {}, owner: {}, data: {}, text: {} } : securityHeaders(config.isPublic)
  const readCache = createReadCache({ clock, loadNextChange: () => findNextPublication(db, clock().toISOString()) })
  const pages = createSiteCache({
    headers: headers.page,
    maxBytes: finishHtml ? 0 : config.pageCacheBytes,
    freshUntil: readCache.nextChange,
    onError: (error) => log.error({ err: error }, 'a cached page could not be compressed'),
  })
  // Reads first, so that a page rendered after the purge reads the new state.
  const purgeHere = (tag?: string) => {
    readCache.purge(tag)
    pages.purge(tag)
  }
  bus.listen(purgeHere)
  pageCacheSize(pages.size)(metrics.registry)
  const onMetricsError = (error: unknown) => log.error({ err: error }, 'some metrics could not be read')
  jobStates(() => listJobs(db, clock().toISOString()), onMetricsError)(metrics.registry)
  bus.measure(() =>
    metrics.registry.getMetricsAsJSON().catch((error: unknown) => {
      onMetricsError(error)
      return []
    }),
  )
  const pressure = monitorPressure()
  const media = openStorage(config, (error) => log.error({ err: error }, 'the media storage could not be reached'))
  media.check().catch((error: unknown) => log.error({ err: error }, 'the media storage cannot be used'))
  const site = composeSite({
    config,
    db,
    openDb: () => connect(config),
    media,
    exclusive: bus.exclusive,
    clock,
    log,
    secrets: createSecrets(readSecretKey(config)),
    readCache,
    createRenderer: (readWith) => ({
      pageKey,
      hasPage,
      async render(url, formResponse) {
        const tags = new Set<string>()
        const read = readWith((read) => {
          for (const tag of read) tags.add(tag)
        })
        const page = { ...(await renderPage(read, assets, url, formResponse)), tags: [...tags] }
        return finishHtml ? { ...page, body: [await finishHtml(page.body.join(''))] } : page
      },
    }),
    async purge(tags) {
      for (const tag of tags) purgeHere(tag)
      await Promise.all(tags.map((tag) => bus.broadcast(tag)))
    },
    buckets: bus.buckets,
  })
  const listener = createSiteListener({
    app: site.app,
    variants: site.variants,
    pages,
    assets: clientDir ? readStaticAssets(clientDir, headers.page) : new Map(),
    headers,
    admission: createAdmission({ trustedProxies: config.trustedProxies, pressure, buckets: bus.buckets }),
    logRequest: createRequestLog({ metrics, pressure, log }),
    metrics,
    sendMetrics: serveMetrics(bus.measureAll, config.metricsToken),
  })
  await site.open()
  return {
    listener: config.isLocalOnly ? localHostsOnly(listener, headers.data) : listener,
    db,
    stopJobs: site.jobs.close,
    async close() {
      pressure.close()
      await site.close()
      await db.destroy()
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
