import { mediaKey } from '../../../contract/platform/urls.ts'
import { findExistingKeys } from '../../content/images/images.repo.ts'
import { findIngredientsByIds } from '../../content/ingredients/ingredient-names.repo.ts'
import { collect, openTags, parseHtml } from '../../content/rich-text/html-tokens.ts'
import { findLinkTargets, pathOf } from '../../content/rich-text/link-targets.repo.ts'
import { findReferences } from '../../content/rich-text/references.ts'
import { findRoutinesByIds } from '../../content/routines/routines.repo.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import type { PageStatus } from '../page-status.ts'
import type { ComposedNewsletter } from './compose-newsletter.ts'
import { isWithin, nameLinks } from './name-links.ts'

type SiteLinkOptions = { origin: string; pageStatus: PageStatus; sendsAt?: string | undefined }
type Findings = { errors: string[]; warnings: string[] }

/** Pages of the site that one newsletter is checked for. */
const PATHS_MAX = 100

/** Links and pictures of the site by what a visitor would get, and links and blocks that rendering has left out. */
export async function checkSiteLinks(
  db: Db,
  composed: ComposedNewsletter,
  options: SiteLinkOptions,
): Promise<Findings> {
  const { rendered, content } = composed
  const { origin } = options
  const all = new Set(rendered.links.filter((link) => isWithin(link, origin)).map((link) => pathIn(link, origin)))
  if (composed.newsletter.hasPage) all.delete(`/letters/${encodeURIComponent(content.slug)}`)
  const paths = [...all].slice(0, PATHS_MAX)
  const { missing, unclear } = await visit(db, paths, options.pageStatus)
  const { late, planned } = await sortPlanned(db, missing, { now: composed.now, sendsAt: options.sendsAt })
  const [missingPictures, hidden, emptyBlocks] = await Promise.all([
    findMissingPictures(db, rendered.pictures, origin),
    findHidden(db, content.content),
    findEmptyBlocks(db, content.content),
  ])
  return {
    errors: [
      ...nameLinks(
        late,
        'A link leads to a page that does not exist',
        (count) => `${count} links lead to pages that do not exist`,
      ),
      ...nameLinks(missingPictures, 'A picture does not exist', (count) => `${count} pictures do not exist`),
    ],
    warnings: [
      ...nameLinks(
        planned,
        'A link leads to a post that is not published yet, so send the newsletter after it',
        (count) => `${count} links lead to posts that are not published yet, so send the newsletter after them`,
      ),
      ...nameLinks(
        hidden,
        'A link is left out, since its page is deleted or hidden',
        (count) => `${count} links are left out, since their pages are deleted or hidden`,
      ),
      ...nameLinks(
        emptyBlocks,
        'A block shows less than it should, since this is deleted or hidden',
        (count) => `Blocks show less than they should, since ${count} things are deleted or hidden`,
      ),
      ...nameLinks(
        unclear,
        'A page of the site could not be checked',
        (count) => `${count} pages of the site could not be checked`,
      ),
      ...(all.size > PATHS_MAX ? [`${all.size - PATHS_MAX} further links within the site are not checked.`] : []),
    ],
  }
}

function pathIn(link: string, origin: string): string {
  return link.slice(origin.length).split('#')[0] || '/'
}

async function visit(
  db: Db,
  paths: string[],
  pageStatus: PageStatus,
): Promise<{ missing: string[]; unclear: string[] }> {
  const missing: string[] = []
  const unclear: string[] = []
  // One after the other, since each renders a page.
  for (const path of paths) {
    const key = mediaKey(path)
    // A list, where the slug is missing: of a post that has none yet.
    const isNameless = /^\/(?:blog|shop|ingredients|routines|letters)\/(?:$|[?])/.test(path)
    const status = isNameless
      ? 404
      : key === undefined
        ? await pageStatus(path).catch(() => 500)
        : (await findExistingKeys(db, [key])).has(key)
          ? 200
          : 404
    if (status >= 500) unclear.push(path)
    else if (status >= 400) missing.push(path)
  }
  return { missing, unclear }
}

/** Paths of pictures of the media library that are not in it. */
async function findMissingPictures(db: Db, pictures: string[], origin: string): Promise<string[]> {
  const paths = pictures.filter((url) => isWithin(url, origin)).map((url) => pathIn(url, origin))
  const existing = await findExistingKeys(
    db,
    paths.flatMap((path) => mediaKey(path) ?? []),
  )
  return paths.filter((path) => {
    const key = mediaKey(path)
    return key !== undefined && !existing.has(key)
  })
}

/** Missing posts that will be public when the newsletter is sent do not count; before that is decided they are a warning. */
async function sortPlanned(
  db: Db,
  missing: string[],
  { now, sendsAt }: { now: Date; sendsAt: string | undefined },
): Promise<{ late: string[]; planned: string[] }> {
  const slugOf = (path: string) => decode(/^\/blog\/([^/?]+)/.exec(path)?.[1])
  const slugs = missing.flatMap((path) => slugOf(path) ?? [])
  const times = await findPlannedPosts(db, slugs, now.toISOString())
  const timeOf = (path: string) => times.get(slugOf(path) ?? '')
  return {
    late: missing.filter((path) => {
      const time = timeOf(path)
      return time === undefined || (sendsAt !== undefined && time > sendsAt)
    }),
    planned: sendsAt === undefined ? missing.filter((path) => timeOf(path) !== undefined) : [],
  }
}

/** Links of the text whose product, ingredient or routine is gone: their words stay without a link. */
async function findHidden(db: Db, html: string): Promise<string[]> {
  const tags = openTags(parseHtml(html))
  const targets = await findLinkTargets(db, tags)
  const paths = collect(tags, 'a', ({ href }) => pathOf(href))
  return [...new Set(paths.filter((path) => targets.get(path) === null))]
}

async function findEmptyBlocks(db: Db, html: string): Promise<string[]> {
  const { product, ingredient, routine } = findReferences(openTags(parseHtml(html)))
  const [products, ingredients, routines] = await Promise.all([
    product.length > 0 ? findActiveProducts(db, { ids: product, affiliateLinks: [] }) : [],
    findIngredientsByIds(db, ingredient),
    findRoutinesByIds(db, routine),
  ])
  const lost = (noun: string, wanted: number[], found: { id: number }[]) =>
    wanted.filter((id) => !found.some((row) => row.id === id)).map((id) => `${noun} ${id}`)
  return [
    ...lost('product', product, products),
    ...lost('ingredient', ingredient, ingredients),
    ...lost('routine', routine, routines),
  ]
}

function decode(slug: string | undefined): string | undefined {
  try {
    return slug === undefined ? undefined : decodeURIComponent(slug)
  } catch {
    return undefined
  }
}

/** The times at which scheduled posts become public, by slug. */
async function findPlannedPosts(db: Db, slugs: string[], now: string): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['slug', 'published_at'])
    .where(isOneOf(db, 'slug', slugs))
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_at', '>', now)
    .execute()
  return new Map(rows.flatMap(({ slug, published_at: time }) => (time === null ? [] : [[slug, time] as const])))
}
