/**
 * Derives the chunks of public pages from the routes and the module graph: pages that share modules load these in one file
 * for each set of folders of `src/web/site` whose pages reach them, and none that only other pages need.
 */

type Modules = {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null
}

type Reach = {
  /** The pages that load the module by static imports, as `shop/product-page`. */
  pages: string[]
  /** The folders of those pages. */
  folders: string[]
  isOfEntry: boolean
  /** Whether the admin or a part of a page that loads later has it too. */
  isOfOthers: boolean
}

const entry = '/src/web/client.tsx'
const routes = '/src/web/routes.ts'
/** A preview is for the owner, and has the parts of the public page. */
const publicPage = /[/]src[/]web[/]site[/](?!.*preview)(.+-page)[.]tsx$/
/** The layout and the visual vocabulary, which most pages have. */
const common = /[/]src[/](?:contract[/]platform|web[/](?:ui|lib|site[/](?:layout|pin)))[/]/

const reaches = new Map<string, Reach>()
const names = new Map<string, string>()

/** The chunk that every page loads: what the entry imports, and what is common to the pages of three folders. */
export function sharedChunk(id: string, modules: Modules): string | null {
  return isShared(id, modules) ? 'shared' : null
}

/** The chunk of what two pages share, or a page and the admin; what one page alone has belongs to its own chunk. */
export function pagesChunk(id: string, modules: Modules): string | null {
  if (!isOwn(id) || isShared(id, modules)) return null
  const { pages, folders, isOfOthers } = reachOf(id, modules)
  const [page] = pages
  if (page === undefined) return null
  if (pages.length === 1) return isOfOthers ? page.replace(/.*[/](.+)-page$/, '$1-parts') : null
  if (folders.length === 1) return folders[0]!
  return nameOf(folders.join())
}

/** The entry runs last, so what pages import is never in its chunk. */
function isShared(id: string, modules: Modules): boolean {
  if (!isOwn(id) || id.endsWith(entry)) return false
  const { folders, isOfEntry } = reachOf(id, modules)
  return isOfEntry || (common.test(id) && folders.length >= 3)
}

/** Libraries and style sheets go where the modules go that need them. */
function isOwn(id: string): boolean {
  return id.includes('/src/') && !id.includes('/node_modules/') && !id.endsWith('.css')
}

function reachOf(id: string, modules: Modules): Reach {
  const known = reaches.get(id)
  if (known) return known
  const pages: string[] = []
  const reach = { isOfEntry: false, isOfOthers: false }
  const seen = new Set([id])
  for (const each of seen) {
    const info = modules.getModuleInfo(each)
    if (!info) continue
    const [, page] = publicPage.exec(each) ?? []
    if (each.endsWith(entry)) reach.isOfEntry = true
    else if (page && info.dynamicImporters.some((importer) => importer.endsWith(routes))) pages.push(page)
    else if (info.isEntry || info.dynamicImporters.length > 0) reach.isOfOthers = true
    for (const importer of info.importers) if (!isForServer(each, importer)) seen.add(importer)
  }
  const folders = [...new Set(pages.sort().map((page) => page.split('/')[0]!))]
  const made = { pages, folders, ...reach }
  reaches.set(id, made)
  return made
}

/** The routes refer to query parameters on the server only (`moduleSideEffects` in `vite.config.ts`). */
function isForServer(id: string, importer: string): boolean {
  return id.endsWith('-parameters.ts') && importer.endsWith(routes)
}

/** Short, because every page loads the list of all chunks. */
function nameOf(folders: string): string {
  const name = names.get(folders) ?? `p${names.size + 1}`
  names.set(folders, name)
  return name
}
