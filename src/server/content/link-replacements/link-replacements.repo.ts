import type { LinkPlace, LinkReplacement, LinkReplacementInput } from '../../../contract/shop/links.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { listPlaces } from '../../shop/link-health/links.repo.ts'
import { findProductLinks, type ProductLinks, rewriteProductLinks } from '../../shop/products/rewrite-links.repo.ts'
import { type PostRewrite, prepareRewrite, writeRewrite } from '../posts/rewrite-post.repo.ts'
import { refreshLinksOf } from './find-links.repo.ts'
import { hrefsOf, replaceHrefs, type Spots, spotsOf, undoing } from './replace-href.ts'

type Rewrite = (url: string) => string

/** A place with what a replacement would write there. */
type PlannedPlace = { spots: Spots; rewrite: () => Rewrite } & (
  | { kind: 'product'; product: ProductLinks }
  | { kind: 'post'; post: PostRewrite }
)

export type ReplacementPlan = { from: string; to: string; places: PlannedPlace[] }

/** Replacements are kept for as long as an undo makes sense. */
const KEPT_DAYS = 90
const DAY = 24 * 60 * 60 * 1000

/** Every product and post in which a link stands now; undefined for an unknown link. */
export async function listLinkPlaces(db: Db, linkId: number): Promise<LinkPlace[] | undefined> {
  const link = await db.selectFrom('links').select('url').where('id', '=', linkId).executeTakeFirst()
  if (!link) return undefined
  const places: LinkPlace[] = []
  const seen = new Set<string>()
  for (const use of await listPlaces(db, linkId)) {
    const key = `${use.kind} ${use.id}`
    if (seen.has(key)) continue
    seen.add(key)
    const found = await readUrls(db, use)
    const count = found?.urls.filter((url) => url === link.url).length ?? 0
    if (found && count > 0) places.push({ ...use, count, version: found.version })
  }
  return places
}

async function readUrls(
  db: Db,
  { kind, id }: Pick<LinkPlace, 'kind' | 'id'>,
): Promise<{ urls: string[]; version: number } | undefined> {
  if (kind === 'product') return findProductLinks(db, id)
  const row = await db
    .selectFrom('posts')
    .select(['content', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { urls: hrefsOf(row.content), version: row.version }
}

/**
 * Reads and sanitises what a replacement writes, before its transaction. `changed` if a place was saved or deleted since the preview.
 */
export async function planReplacement(
  db: Db,
  linkId: number,
  { url: to, places: chosen }: LinkReplacementInput,
): Promise<ReplacementPlan | 'missing' | 'changed'> {
  const link = await db.selectFrom('links').select('url').where('id', '=', linkId).executeTakeFirst()
  if (!link) return 'missing'
  const from = link.url
  const rewrite: Rewrite = (url) => (url === from ? to : url)
  const places: PlannedPlace[] = []
  for (const { kind, id, version } of new Map(chosen.map((place) => [`${place.kind} ${place.id}`, place])).values()) {
    const place = await planPlace(db, { kind, id }, (urls) => ({
      spots: spotsOf(urls, from, to),
      rewrite: () => rewrite,
    }))
    const found = place?.kind === 'product' ? place.product : place?.post
    if (!place || found?.version !== version || place.spots.replaced.length === 0) return 'changed'
    places.push(place)
    await yieldToEventLoop()
  }
  return { from, to, places }
}

type Change = Pick<PlannedPlace, 'spots' | 'rewrite'>

async function planPlace(
  db: Db,
  { kind, id }: Pick<LinkPlace, 'kind' | 'id'>,
  change: (urls: string[]) => Change | undefined,
): Promise<PlannedPlace | undefined> {
  if (kind === 'product') {
    const product = await findProductLinks(db, id)
    const planned = product && change(product.urls)
    return planned && { kind, product, ...planned }
  }
  let planned: Change | undefined
  const post = await prepareRewrite(db, id, (content) => {
    planned = change(hrefsOf(content))
    return planned && replaceHrefs(content, planned.rewrite())
  })
  return post && planned && { kind, post, ...planned }
}

/** Writes a plan, in a transaction. False, with nothing to commit, if a place was saved since it was planned. */
export async function writeReplacement(
  db: Db,
  { from, to, places }: ReplacementPlan,
  now: string,
): Promise<LinkReplacement | undefined> {
  for (const place of inOrder(places)) if (!(await writePlace(db, place, now))) return undefined
  const before = new Date(Date.parse(now) - KEPT_DAYS * DAY).toISOString()
  await db.deleteFrom('link_replacements').where('created_at', '<', before).execute()
  const { id } = await db
    .insertInto('link_replacements')
    .values({ from_url: from, to_url: to, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('link_replacement_places')
    .values(places.map((place) => ({ replacement_id: id, ...sourceOf(place), spots: JSON.stringify(place.spots) })))
    .execute()
  await refreshLinksOf(db, places.map(sourceOf), now)
  return { id, from, to, changed: places.map(nameOf), skipped: [] }
}

export type UndoPlan = ReplacementPlan & { id: number; skipped: string[] }

/** Plans the writes of an undo; undefined for an unknown replacement. One that was undone has no places left. */
export async function planUndo(db: Db, id: number): Promise<UndoPlan | undefined> {
  const row = await db.selectFrom('link_replacements').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { from_url: from, to_url: to } = row
  const plan: UndoPlan = { id, from, to, places: [], skipped: [] }
  if (row.undone_at !== null) return plan
  const stored = await db
    .selectFrom('link_replacement_places')
    .selectAll()
    .where('replacement_id', '=', id)
    .orderBy('kind')
    .orderBy('ref_id')
    .execute()
  for (const { kind, ref_id, spots: json } of stored) {
    const spots = JSON.parse(json) as Spots
    const place = await planPlace(db, { kind, id: ref_id }, (urls) => {
      const undo = () => undoing(urls, { from, to, spots })
      return undo() && { spots, rewrite: () => undo()! }
    })
    if (place) plan.places.push(place)
    else plan.skipped.push(await findName(db, kind, ref_id))
    await yieldToEventLoop()
  }
  return plan
}

/** Writes an undo, in a transaction. A place that was saved since it was planned stays as it is. */
export async function writeUndo(db: Db, plan: UndoPlan, now: string): Promise<LinkReplacement> {
  const { id, from, to } = plan
  const { numUpdatedRows } = await db
    .updateTable('link_replacements')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { id, from, to, changed: [], skipped: [] }
  const done: PlannedPlace[] = []
  const skipped = [...plan.skipped]
  for (const place of inOrder(plan.places)) {
    if (await writePlace(db, place, now)) done.push(place)
    else skipped.push(nameOf(place))
  }
  await refreshLinksOf(db, done.map(sourceOf), now)
  return { id, from, to, changed: done.map(nameOf), skipped }
}

/** Products before posts and by id, so that two replacements never wait for each other in a circle. */
function inOrder(places: readonly PlannedPlace[]): PlannedPlace[] {
  return places.toSorted((one, other) => {
    const [a, b] = [sourceOf(one), sourceOf(other)]
    return a.kind === b.kind ? a.ref_id - b.ref_id : a.kind === 'product' ? -1 : 1
  })
}

function writePlace(db: Db, place: PlannedPlace, now: string): Promise<boolean> {
  if (place.kind === 'product') return rewriteProductLinks(db, place.product, place.rewrite(), now)
  return writeRewrite(db, place.post, (content) => replaceHrefs(content, place.rewrite()), now)
}

function sourceOf(place: PlannedPlace) {
  return { kind: place.kind, ref_id: place.kind === 'product' ? place.product.id : place.post.id }
}

function nameOf(place: PlannedPlace): string {
  return place.kind === 'product' ? place.product.name : place.post.title
}

async function findName(db: Db, kind: 'product' | 'post', id: number): Promise<string> {
  if (kind === 'product')
    return (await db.selectFrom('products').select('name').where('id', '=', id).executeTakeFirst())?.name ?? ''
  return (await db.selectFrom('posts').select('title').where('id', '=', id).executeTakeFirst())?.title ?? ''
}
