import { access, copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { mayBeRootFile } from '../../../../contract/accounts/root-files.ts'
import type { PictureFormat } from '../../../../contract/content/pictures.ts'
import type { PrebuiltResponse } from '../../../platform/delivery/prebuilt-response.ts'
import type { RenderedPage } from '../../../platform/delivery/renderer.ts'
import { policyOf } from '../../../platform/http/path-policy.ts'
import { fileOf, relativeUrl } from './static-address.ts'

export type SiteFileSources = {
  /** The files of the build by their path. */
  staticAssets: ReadonlyMap<string, PrebuiltResponse>
  /** The file of a variant, created if missing; undefined if the image does not exist. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<string | undefined>
  findRootFile(pathname: string): Promise<RenderedPage | undefined>
  fetch(request: Request): Response | Promise<Response>
}

export type SiteFiles = {
  /** Whether the copy has the file of a path, which it gets if the site has it; undefined if the path does not name a file. */
  add(pathname: string): Promise<boolean> | undefined
  write(sitePath: string, content: string | Uint8Array): Promise<void>
  counts: { files: number }
  /** The paths of the feeds that it has. */
  feeds: Set<string>
}

type Options = SiteFileSources & { folder: string; origin: string; signal: AbortSignal }

/** Paths whose result is remembered; for others the folder is looked at. */
const REMEMBERED = 20_000
/** Written when all pages are known. */
const writtenLast = new Set(['/sitemap.xml', '/robots.txt'])
const mediaPath = /^\/media\/([\w-]{1,64})\/([1-9]\d{0,4})\.(avif|webp|jpg)$/

/** Copies the files to which pages link: pictures, styles, fonts, icons, feeds and the files of the owner. */
export function createSiteFiles(options: Options): SiteFiles {
  const { folder, signal } = options
  const known = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED })
  const files: SiteFiles = {
    counts: { files: 0 },
    feeds: new Set(),
    add(pathname) {
      const copy = copierOf(options, files, pathname)
      if (!copy) return undefined
      const found = known.get(pathname) ?? addOnce(path.join(folder, fileOf(pathname)), copy)
      known.set(pathname, found)
      return found
    },
    async write(sitePath, content) {
      signal.throwIfAborted()
      const file = path.join(folder, fileOf(sitePath))
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
      files.counts.files += 1
    },
  }
  return files
}

async function addOnce(file: string, copy: () => Promise<boolean>): Promise<boolean> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  return isThere || copy()
}

/** How the file of a path gets into the copy; undefined for a path of a page, and of what only the server can do. */
function copierOf(options: Options, files: SiteFiles, pathname: string): (() => Promise<boolean>) | undefined {
  const { label, handler } = policyOf(pathname)
  const asset = options.staticAssets.get(pathname)
  if (asset) return () => copyAsset(files, pathname, asset.bodies.at(-1)!.bytes)
  if (writtenLast.has(pathname)) return async () => true
  if (handler === 'media') return () => copyPicture(options, files, pathname)
  if (label === 'feed' || label === 'share-image') return () => copyResponse(options, files, pathname)
  if (handler === 'renderer' && label === 'page' && mayBeRootFile(pathname))
    return () => copyRootFile(options, files, pathname)
  return handler === 'renderer' ? undefined : async () => false
}

/** A style sheet names fonts and pictures by paths of the site. */
async function copyAsset(files: SiteFiles, pathname: string, bytes: Buffer): Promise<boolean> {
  if (!pathname.endsWith('.css')) {
    await files.write(pathname, bytes)
    return true
  }
  const named = new Set<string>()
  const from = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const css = bytes.toString('utf8').replace(/url\((["']?)(\/[^"')]+)\1\)/g, (_, quote: string, address: string) => {
    named.add(address)
    return `url(${quote}${relativeUrl(from, address)}${quote})`
  })
  await files.write(pathname, css)
  for (const address of named) await files.add(address.split(/[?#]/)[0]!)
  return true
}

async function copyPicture(options: Options, files: SiteFiles, pathname: string): Promise<boolean> {
  const { makeVariant, folder, signal } = options
  signal.throwIfAborted()
  const [, key, width, format] = mediaPath.exec(pathname) ?? []
  const source = key && (await makeVariant(key, Number(width), format as PictureFormat))
  if (!source) return false
  const target = path.join(folder, fileOf(pathname))
  await mkdir(path.dirname(target), { recursive: true })
  await copyFile(source, target)
  files.counts.files += 1
  return true
}

/** The picture of a feed's entry has its full address there. */
async function copyResponse({ fetch, origin }: Options, files: SiteFiles, pathname: string): Promise<boolean> {
  const response = await fetch(new Request(new URL(pathname, origin)))
  if (response.status !== 200) return false
  const bytes = Buffer.from(await response.arrayBuffer())
  await files.write(pathname, bytes)
  if (!/\.(?:xml|json)$/.test(pathname)) return true
  files.feeds.add(pathname)
  const text = bytes.toString('utf8')
  for (const [path] of text.matchAll(/\/(?:media|share)\/[\w/-]+\.(?:avif|webp|jpg|png)/g)) await files.add(path)
  return true
}

async function copyRootFile({ findRootFile }: Options, files: SiteFiles, pathname: string): Promise<boolean> {
  const found = await findRootFile(pathname)
  if (!found) return false
  await files.write(pathname, found.body.join(''))
  return true
}
