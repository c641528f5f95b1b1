import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'
import { findSite } from './contract/accounts/site.ts'
import { coloursOf, type Theme } from './contract/accounts/theme.ts'
import { isAdminPath } from './contract/platform/admin-path.ts'
import type { Read } from './contract/platform/endpoint.ts'
import { composeSite } from './server/app/compose-site.ts'
import type { PrepareDemo } from './server/app/demo/demo.routes.ts'
import { openSiteParts, openWatchedDatabase } from './server/app/open-site-parts.ts'
import { type Preparation, prepareData, type SeedDemo } from './server/app/prepare-data.ts'
import type { StaticSource } from './server/app/site-export/static/write-static-site.ts'
import { createSiteListener } from './server/app/site-listener.ts'
import { type Bus, createLocalBus } from './server/platform/cluster/bus.ts'
import type { Config } from './server/platform/config.ts'
import type { Db } from './server/platform/db/schema.ts'
import type { Renderer } from './server/platform/delivery/renderer.ts'
import type { Themes } from './server/platform/delivery/themes.ts'
import { localHostsOnly } from './server/platform/http/local-hosts.ts'
import type { ReadWith } from './server/platform/http/read-in-process.ts'
import { applyServerLimits, BACKLOG, serverOptions } from './server/platform/http/server-limits.ts'
import {
  type Assets,
  type CarriedSettings,
  hasPage,
  pageKey,
  preloadPages,
  renderPage,
  renderUnavailable,
  withoutScripts,
} from './web/render.tsx'
import { matchRoute } from './web/routes.ts'

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
  /** Adds what development needs to each page. */
  finishHtml?: (html: string) => Promise<string>
}

/** Opens and migrates the database. Returns the listener of the whole site. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config } = options
  const { parts, site, close } = await composeParts(options)
  await parts.shareAssets()
  const listener = createSiteListener({ ...parts, ...site.services, app: site.app })
  await site.open()
  parts.cdn?.open()
  return {
    listener: config.isLocalOnly ? localHostsOnly(listener, parts.headers.data) : listener,
    db: parts.db,
    stopJobs: site.services.jobs.close,
    close,
  }
}

/** The public pages and files of a site that is not served: no job runs and no mail is sent. */
export async function openStaticSource(options: SiteOptions): Promise<StaticSource & { close(): Promise<void> }> {
  const { parts, site, close } = await composeParts(options)
  return {
    ...parts,
    ...site.services,
    fetch: site.app.fetch,
    routeOf: (url) => ({ key: pageKey(url).key, pattern: matchRoute(url.pathname).route.pattern }),
    render: site.services.renderer.render,
    close,
  }
}

async function composeParts({ bus = createLocalBus(), threadsDir, ...options }: SiteOptions) {
  const { assets, seedDemo, finishHtml } = options
  const opened = openWatchedDatabase(options)
  try {
    if (seedDemo) await prepareData(opened.database.jobsDb, { ...options, seedDemo })
    await preloadPages()
  } catch (error) {
    await opened.database.close()
    throw error
  }
  const parts = openSiteParts({ ...options, ...opened, bus, threadsDir, isDevelopment: finishHtml !== undefined })
  const site = composeSite({
    ...parts,
    prepareDemo: options.prepareDemo,
    // Loaded with the first newsletter, to keep startup fast.
    renderNewsletter: async (newsletter) =>
      (await import('./web/newsletter/render-newsletter.tsx')).renderNewsletter(newsletter),
    createRenderer: (readWith) => createRenderer({ readWith, assets, themes: parts.themes, finishHtml }),
  })
  const close = async () => {
    parts.pressure.close()
    parts.watch.close()
    await site.close()
    await Promise.all([
      parts.pageViews.close(),
      parts.unsubscribeViews.close(),
      parts.missingPages.close(),
      parts.renameHits.close(),
    ])
    await parts.cdn?.close()
    await parts.database.close()
  }
  return { parts, site, close }
}

type RendererOptions = {
  readWith: ReadWith
  assets: Assets
  themes: Themes
  finishHtml: SiteOptions['finishHtml']
}

function createRenderer({ readWith, assets, themes, finishHtml }: RendererOptions): Renderer {
  const currentTheme = createCurrentTheme(themes)
  /** As they were last read, for the page of an outage. */
  let settings: CarriedSettings | undefined
  let unavailable: { settings: CarriedSettings | undefined; html: string } | undefined
  return {
    pageKey,
    hasPage,
    renderUnavailable() {
      // Once for many requests: an outage is the wrong time to render.
      if (!unavailable || unavailable.settings !== settings)
        unavailable = { settings, html: renderUnavailable(assets, settings, currentTheme.last()) }
      return unavailable.html
    },
    async render(url, visitor = {}) {
      const tags = new Set<string>()
      const read = readWith((read) => {
        for (const tag of read) tags.add(tag)
      })
      const theme = await currentTheme.find(read, isAdminPath(url.pathname))
      const { site: shown, ...rendered } = await renderPage(read, assets, url, { ...visitor, theme })
      settings = shown ?? settings
      const page = { ...rendered, tags: [...tags] }
      return finishHtml ? { ...page, body: [await finishHtml(page.body.join(''))] } : page
    },
    async preview(url, theme) {
      const { body } = await renderPage(readWith(), assets, url, { theme })
      return withoutScripts(body.join(''))
    },
  }
}

/** The theme of the site as the settings have it; while they cannot be read, the last one. */
function createCurrentTheme(themes: Themes) {
  let last: Theme = {}
  return {
    last: () => last,
    /** The admin has dark colours also where the site has none. */
    async find(read: Read, isAdmin: boolean): Promise<Theme> {
      const site = await read(findSite).catch(() => undefined)
      if (!site) return last
      const { palette, accent } = site.appearance
      last = await themes.find(site.appearance)
      return isAdmin ? { ...last, darkThemeColor: coloursOf(palette, accent, 'dark').paper } : last
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
