import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createApp } from './server/app.ts'
import { ensureOwner } from './server/auth/owner.ts'
import { createSetupToken } from './server/auth/setup.ts'
import { createBackups } from './server/backup/backups.ts'
import { type Config, isLoopback } from './server/config.ts'
import { connect } from './server/db/connect.ts'
import { migrateToLatest } from './server/db/migrate.ts'
import type { Db } from './server/db/schema.ts'
import { securityHeaders } from './server/http/security-headers.ts'
import { createImageStore } from './server/images/image-store.ts'
import { createVariantMaker } from './server/images/image-variants.ts'
import { listImageWidths } from './server/images/images.repo.ts'
import { makeVariantsAhead } from './server/images/make-ahead.ts'
import { purgeImages } from './server/images/purge-images.ts'
import { createPostOffice } from './server/mail/post-office.ts'
import { createListener } from './server/pages/listener.ts'
import { createMediaServer } from './server/pages/media-files.ts'
import { createPageCache } from './server/pages/page-cache.ts'
import type { Renderer } from './server/pages/renderer.ts'
import { readStaticAssets } from './server/pages/static-assets.ts'
import { findNextPublication } from './server/posts/posts.repo.ts'
import { changedBy, createReads, recordReads } from './server/reads.ts'
import { createSecrets, readSecretKey } from './server/secrets.ts'
import { tidyUp } from './server/tidy-up.ts'
import { type Assets, pageKey, preloadPages, renderPage } from './web/render.tsx'

/** The door: the one file that knows both the server and the web. */

export type Site = { listener: RequestListener; db: Db; close(): Promise<void> }

export type SiteOptions = {
  config: Config
  log: Logger
  assets: Assets
  /** Folder of the built assets; undefined while developing, when Vite serves them. */
  clientDir: string | undefined
  /** Whether an empty database of a site that is not public is filled with the demo. */
  seedsDemo: boolean
  /** What development adds to each page. */
  finishHtml?: (html: string) => Promise<string>
}

/** In milliseconds. */
const HOUR = 60 * 60 * 1000

/** Opens the database, brings it up to date, and answers the listener of the whole site. */
export async function openSite({ config, log, assets, clientDir, seedsDemo, finishHtml }: SiteOptions): Promise<Site> {
  const db = connect(config)
  try {
    await migrateToLatest(db)
    await prepareContent(db, config, seedsDemo, log)
    await preloadPages()
  } catch (error) {
    await db.destroy()
    throw error
  }

  const clock = () => new Date()
  const reads = createReads({ db, origin: config.origin, clock })
  const renderer: Renderer = {
    pageKey,
    async render(url, formAnswer) {
      const recorded = recordReads(reads)
      const page = { ...(await renderPage(recorded.reads, assets, url, formAnswer)), madeOf: [...recorded.madeOf] }
      return finishHtml ? { ...page, html: await finishHtml(page.html) } : page
    },
  }
  // Vite's client is an inline script, which the policy of the real site refuses.
  const pageHeaders = finishHtml ? {} : securityHeaders(config.isPublic)
  const pages = createPageCache({
    headers: pageHeaders,
    maxBytes: finishHtml ? 0 : config.pageCacheBytes,
    freshUntil: async () => Date.parse((await findNextPublication(db, clock().toISOString())) ?? '9999-12-31'),
  })
  const variants = createVariantMaker(config.mediaDir)
  const { smtp, outboxDir, origin } = config
  const mail = createPostOffice({ db, origin, smtp, outboxDir, clock, log })
  const images = createImageStore(config.mediaDir)
  const closing = new AbortController()
  const makeAhead = (list: { key: string; widths: number[] }[]) =>
    makeVariantsAhead(variants, list, closing.signal).catch((error: unknown) =>
      log.error({ err: error }, 'making images ahead failed'),
    )
  const backups = createBackups({
    openDb: () => connect(config),
    mediaDir: config.mediaDir,
    backupDir: config.backupDir,
    onError: (error) => log.error({ err: error }, 'the backup failed'),
  })
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
    log,
    clock,
    trustedProxies: config.trustedProxies,
    onChange: (path) => {
      const what = changedBy(path)
      if (what !== undefined) pages.drop(what)
    },
  })
  const listener = createListener({
    pages,
    renderer,
    app: getRequestListener(app.fetch),
    ask: app.fetch,
    assets: clientDir ? readStaticAssets(clientDir, pageHeaders) : new Map(),
    media: createMediaServer({
      mediaDir: config.mediaDir,
      makeVariant: variants.make,
      headers: pageHeaders,
      onError: (error) => log.error({ err: error }, 'an image could not be served'),
    }),
    headers: pageHeaders,
    log,
  })
  const tidy = () =>
    tidyUp(db, clock()).catch((error: unknown) => log.error({ err: error }, 'what is out of date could not be deleted'))
  await tidy()
  const tidying = setInterval(tidy, HOUR).unref()
  const purge = () =>
    purgeImages(db, images, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'deleted images could not be purged'),
    )
  const purging = setInterval(purge, 24 * HOUR).unref()
  mail.open()
  const background = Promise.all([purge(), listImageWidths(db).then(makeAhead)])
  return {
    listener,
    db,
    async close() {
      clearInterval(tidying)
      clearInterval(purging)
      closing.abort()
      await Promise.all([background, mail.close(), backups.close()])
      await db.destroy()
    },
  }
}

/** Listens, or throws with one sentence about why not. */
export function listen(listener: RequestListener, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program uses it; choose another PORT' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen(port, host, () => resolve(server))
  })
}

async function prepareContent(db: Db, config: Config, seedsDemo: boolean, log: Logger): Promise<void> {
  if (seedsDemo && !config.isPublic) {
    const { isEmpty, seedDemo } = await import('./server/db/seed/seed-demo.ts')
    if (await isEmpty(db)) {
      log.info('filling the empty database with the demo; this takes a moment, once')
      await seedDemo(db, {
        mediaDir: config.mediaDir,
        today: new Date(),
      })
    }
  }
  const isOpen = !isLoopback(config.host) || config.isPublic
  if (isOpen) await refuseDemoAccount(db)
  if (config.owner) await ensureOwner(db, config.owner, { name: config.owner.username, bio: '', isDemo: false })
  if (isOpen) await offerSetup(db, config.origin)
}

/** While others can reach the site and it has no account, its owner is whoever reads this output. */
async function offerSetup(db: Db, origin: string): Promise<void> {
  const token = await createSetupToken(db, new Date())
  if (token) console.log(`\nThere is no account yet. Make yours within 24 hours:\n${origin}/setup?token=${token}\n`)
}

/** An account whose password stands in the source opens no door that others can reach. */
async function refuseDemoAccount(db: Db): Promise<void> {
  await db.deleteFrom('users').where('is_demo', '=', true).execute()
}
