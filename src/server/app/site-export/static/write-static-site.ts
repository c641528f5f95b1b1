import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findSite } from '../../../../contract/accounts/site.ts'
import type { Read } from '../../../../contract/platform/endpoint.ts'
import { readVerification } from '../../../accounts/settings/verification.repo.ts'
import { listSitemapAddresses, sitemapXml } from '../../../content/feeds/sitemap.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { RenderedPage } from '../../../platform/delivery/renderer.ts'
import { replaceFolder } from './export-folder.ts'
import { writeRedirectFiles } from './redirect-files.ts'
import { rewriteFeed } from './rewrite-feed.ts'
import { rewritePage } from './rewrite-page.ts'
import { createSiteAddresses, type SiteAddresses } from './site-addresses.ts'
import { createSiteFiles, type SiteFileSources, type SiteFiles } from './site-files.ts'
import { fileOf, pagePath, relativeUrl } from './static-address.ts'
import { type ExportCounts, staticReadme } from './static-readme.ts'

/** The public side of a composed site. */
export type StaticSource = SiteFileSources & {
  db: Db
  read: Read
  /** Where the copy will be, without a slash at its end. */
  origin: string
  clock: () => Date
  /** The canonical address of a URL with the pattern of its route. */
  routeOf(url: URL): { key: string; pattern: string }
  render(url: URL): Promise<RenderedPage>
}

type Options = StaticSource & {
  folder: string
  signal: AbortSignal
  onProgress?(counts: { done: number; total: number }): void
}

type Copy = Options & { files: SiteFiles; addresses: SiteAddresses; email: string }

/** Writes all public pages of a site with what they show into a folder, which works on any server of files. */
export async function writeStaticSite(options: Options): Promise<ExportCounts> {
  const counts: ExportCounts = { pages: 0, files: 0, redirects: 0, lost: 0 }
  await replaceFolder(options.folder, async (folder) => {
    const files = createSiteFiles({ ...options, folder })
    const addresses = createSiteAddresses({ ...options, files })
    const site = await options.read(findSite)
    const copy: Copy = { ...options, files, addresses, email: site.email }
    const listed = await listSitemapAddresses(options.db, options.read, options.clock().toISOString())
    const exported = listed.filter((each) => addresses.add(each.path))
    Object.assign(counts, await writeRedirectFiles(copy))
    counts.pages = await writePages(copy)
    await writeRootFiles(copy)
    await rewriteFeeds(copy, folder)
    await files.write('/sitemap.xml', sitemapXml(options.origin, exported))
    await files.write('/robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${options.origin}/sitemap.xml\n`)
    counts.files = files.counts.files
    await files.write('/README.md', staticReadme({ ...options, brand: site.brand, now: options.clock() }, counts))
  })
  return counts
}

/** The list of pages grows while they are written, by those to which they link. */
async function writePages({ signal, render, origin, onProgress, ...copy }: Copy): Promise<number> {
  const { files, addresses, email } = copy
  let pages = 0
  for (const key of addresses.pages) {
    signal.throwIfAborted()
    const page = await render(new URL(key, origin))
    if (page.status >= 500 && page.errors?.[0]) throw page.errors[0]
    if (page.status !== 200) throw new Error(`${key} was changed during the export. Please export again.`)
    const place = pagePath(key)
    const html = await rewritePage(page.body.join(''), {
      email,
      resolve: (address) => addresses.resolve(address, key),
      hrefOf: (target) => relativeUrl(place, target),
    })
    await files.write(place, html)
    pages += 1
    onProgress?.({ done: pages, total: addresses.pages.size })
  }
  return pages
}

/** Writes the files that hosts and services look for at the root. The page for missing addresses is shown at any depth, so its links begin there. */
async function writeRootFiles({ db, files, addresses, render, origin, email }: Copy): Promise<void> {
  const { body } = await render(new URL('/not-found', origin))
  const html = await rewritePage(body.join(''), {
    email,
    resolve: (address) => addresses.resolve(address, '/'),
    hrefOf: (target) => target,
  })
  await files.write('/404.html', html)
  const { verification } = await readVerification(db)
  const names = [
    'favicon.ico',
    'feed.xml',
    'feed.json',
    '.well-known/security.txt',
    ...verification.files.map(({ name }) => name),
  ]
  for (const name of names) await files.add(`/${name}`)
}

/** Last, when it is known which pages the copy has. */
async function rewriteFeeds(copy: Copy, folder: string): Promise<void> {
  for (const feed of copy.files.feeds) {
    const file = path.join(folder, fileOf(feed))
    await writeFile(file, await rewriteFeed(await readFile(file, 'utf8'), copy))
  }
}
