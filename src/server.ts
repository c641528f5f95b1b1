import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createClickIntake } from './server/analytics/click-intake.ts'
import { createApp } from './server/app.ts'
import { createBackups } from './server/backup/backups.ts'
import type { Config } from './server/config.ts'
import { connect } from './server/db/connect.ts'
import type { Db } from './server/db/schema.ts'
import { createGate } from './server/http/gate.ts'
import { BACKLOG, hardenServer, serverOptions } from './server/http/harden-server.ts'
import { watchLoad } from './server/http/load.ts'
import { securityHeaders } from './server/http/security-headers.ts'
import { createWatch } from './server/http/watch-request.ts'
import { createImageStore } from './server/images/image-store.ts'
import { createVariantMaker } from './server/images/image-variants.ts'
import { makeVariantsAhead } from './server/images/make-ahead.ts'
import { listJobs } from './server/jobs/jobs.repo.ts'
import { createJobs } from './server/jobs/jobs.ts'
import { createPostOffice } from './server/mail/post-office.ts'
import { openMedia } from './server/media/open-media.ts'
import { createMetrics, jobStates, pageCacheSize } from './server/metrics/metrics.ts'
import { serveMetrics } from './server/metrics/serve-metrics.ts'
import { createListener } from './server/pages/listener.ts'
import { createMediaServer } from './server/pages/media-files.ts'
import { createPageCache } from './server/pages/page-cache.ts'
import type { Renderer } from './server/pages/renderer.ts'
import { readStaticAssets } from './server/pages/static-assets.ts'
import { findNextPublication } from './server/posts/posts.repo.ts'
import { prepareData, type SeedDemo } from './server/prepare-data.ts'
import { changedBy, createReads, recordReads } from './server/reads.ts'
import { createSecrets, readSecretKey } from './server/secrets.ts'
import { siteJobs } from './server/site-jobs.ts'
import { noPeers, type Peers } from './server/workers/peers.ts'
import { type Assets, hasPage, pageKey, preloadPages, renderPage } from './web/render.tsx'

/** The door: the one file that knows both the server and the web. */

export type Site = {
  listener: RequestListener
  db: Db
  /** Begins no more jobs and stops those that run, while readers are still answered. */
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
  peers?: Peers
  /** What development adds to each page. */
  finishHtml?: (html: string) => Promise<string>
}

/** Opens the database, brings it up to date, and answers the listener of the whole site. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config, log, assets, clientDir, seedDemo, peers = noPeers(), finishHtml } = options
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
  const reads = createReads({ db, origin: config.origin, clock })
  const renderer: Renderer = {
    pageKey,
    hasPage,
    async render(url, formAnswer) {
      const recorded = recordReads(reads)
      const page = { ...(await renderPage(recorded.reads, assets, url, formAnswer)), madeOf: [...recorded.madeOf] }
      return finishHtml ? { ...page, html: await finishHtml(page.html) } : page
    },
  }
  // Vite's client is an inline script, which the policy of the real site refuses.
  const headers = finishHtml ? { page: {}, owner: {}, data: {} } : securityHeaders(config.isPublic, assets.inlineStyle)
  const pages = createPageCache({
    headers: headers.page,
    maxBytes: finishHtml ? 0 : config.pageCacheBytes,
    freshUntil: async () => Date.parse((await findNextPublication(db, clock().toISOString())) ?? '9999-12-31'),
  })
  peers.listen(pages.drop)
  pageCacheSize(pages.size)(metrics.registry)
  jobStates(() => listJobs(db, clock().toISOString()))(metrics.registry)
  peers.measure(() => metrics.registry.getMetricsAsJSON())
  const load = watchLoad()
  const media = openMedia(config, (error) => log.error({ err: error }, 'the media store could not be asked'))
  media.check().catch((error: unknown) => log.error({ err: error }, 'the media store cannot be used'))
  const variants = createVariantMaker(media)
  const { smtp, outboxDir, origin } = config
  const mail = createPostOffice({ db, origin, smtp, outboxDir, clock, log })
  const images = createImageStore(media)
  const closing = new AbortController()
  const makeAhead = (list: { key: string; widths: number[] }[]) =>
    makeVariantsAhead(variants, list, closing.signal).catch((error: unknown) =>
      log.error({ err: error }, 'making images ahead failed'),
    )
  const backups = createBackups({
    openDb: () => connect(config),
    media,
    backupDir: config.backupDir,
  })
  const jobs = createJobs({
    db,
    clock,
    log,
    jobs: siteJobs({ db, images, variants, backups, keep: config.backupKeep }),
  })
  const clicks = createClickIntake(db)
  const app = createApp({
    db,
    origin: config.origin,
    isPublic: config.isPublic,
    secrets: createSecrets(readSecretKey(config)),
    renderer,
    images,
    onUpload: (key, widths) => void makeAhead([{ key, widths }]),
    mail,
    backups,
    dataDir: config.dataDir,
    media,
    jobs,
    clicks,
    log,
    clock,
    trustedProxies: config.trustedProxies,
    onChange: async (path) => {
      const what = changedBy(path)
      if (what === undefined) return
      pages.drop(what)
      await peers.announce(what)
    },
    buckets: peers.buckets,
  })
  const listener = createListener({
    pages,
    renderer,
    app: getRequestListener(app.fetch),
    ask: app.fetch,
    assets: clientDir ? readStaticAssets(clientDir, headers.page) : new Map(),
    media: createMediaServer({
      makeVariant: variants.make,
      headers: headers.data,
      onError: (error) => log.error({ err: error }, 'an image could not be served'),
    }),
    headers,
    gate: createGate({ trustedProxies: config.trustedProxies, load, buckets: peers.buckets }),
    watch: createWatch({ metrics, load, log }),
    metrics,
    sendMetrics: serveMetrics(peers.measureAll, config.metricsToken),
    log,
  })
  mail.open()
  await jobs.open()
  return {
    listener,
    db,
    stopJobs: jobs.close,
    async close() {
      load.close()
      closing.abort()
      await Promise.all([mail.close(), jobs.close(), clicks.close()])
      await db.destroy()
    },
  }
}

/** Listens, or throws with one sentence about why not. */
export function listen(listener: RequestListener, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = hardenServer(createServer(serverOptions, listener))
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program uses it; choose another PORT' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server))
  })
}
