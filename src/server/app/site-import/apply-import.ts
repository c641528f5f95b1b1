import { type ImportStep, type ProductChoices, productDefaults } from '../../../contract/app/site-imports.ts'
import { CategoryInput } from '../../../contract/content/categories.ts'
import { isWebUrl, mediaKey } from '../../../contract/platform/urls.ts'
import { writeNewCategory } from '../../content/categories/owner-categories.repo.ts'
import { setFirstFocus } from '../../content/images/images.repo.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ContentSources } from './content/inline-content.ts'
import { type Focus, focusOfPosition } from './focal-points.ts'
import { importComments } from './import-comments.ts'
import { importMenu } from './import-menu.ts'
import { importPicture, type PictureSources } from './import-pictures.ts'
import { importProducts, readImportedProducts } from './import-products.ts'
import { addImportedRedirects } from './import-redirects.ts'
import { importText } from './import-text.ts'
import { saveNoteGroups } from './note-groups.ts'
import { walkOldAddresses } from './old-addresses.ts'
import { convertText, type OldSite, readOldSite } from './old-site.ts'
import {
  claimItem,
  endImport,
  findEarlierItems,
  type ImportItem,
  itemKey,
  recordOutcome,
  startImport,
  walkItems,
} from './site-imports.repo.ts'
import { resolveLinks } from './unlisted-links.ts'

export type ApplyOptions = PictureSources & {
  importId: number
  coverOfOthers: string
  /** Absent: `productDefaults`. */
  products?: ProductChoices
  /** Whether changes of the old site to texts of an earlier import are taken over; absent: yes. */
  takesChanges?: boolean
  /** The slug of the old site's menu for the header; absent or '': none. */
  menu?: string
  clock: () => Date
  signal: AbortSignal
  onProgress?: (step: ImportStep, done: number) => void
}

/** Pictures that are fetched, read and stored at a time. */
const PICTURES_AT_ONCE = 4

/** Carries out a planned import, or continues one that was interrupted: each item is written in a transaction with its state. */
export async function applyImport(db: Db, options: ApplyOptions): Promise<void> {
  const { importId, clock } = options
  const { site_url: siteUrl } = await startImport(db, importId)
  await importCategories(db, options)
  await importPictures(db, options)
  await resolveLinks(db, {
    ...options,
    site: await readOldSite(db, importId, siteUrl),
    onProgress: (done) => options.onProgress?.('links', done),
  })
  const site = await readOldSite(db, importId, siteUrl)
  const pictures = await readImportedPictures(db, importId)
  const findPicture = (reference: { id?: string; url?: string }) => pictures.get(site.findPictureKey(reference) ?? '')
  const given = { importId, site, choices: options.products ?? productDefaults }
  await importProducts(db, {
    ...options,
    ...given,
    findPicture,
    onProgress: (done) => options.onProgress?.('products', done),
  })
  const findProduct = await readImportedProducts(db, given)
  await importTexts(db, site, { ...options, findPicture, findProduct })
  await importComments(db, { ...options, onProgress: (done) => options.onProgress?.('comments', done) })
  await importAddresses(db, site, options)
  options.onProgress?.('menu', 0)
  await importMenu(db, { importId, site, menu: options.menu ?? '', now: clock().toISOString() })
  await saveNoteGroups(db, importId, options.signal)
  await endImport(db, importId, clock().toISOString())
}

async function importCategories(db: Db, { importId, clock, signal, onProgress }: ApplyOptions): Promise<void> {
  let done = 0
  for await (const item of walkItems(db, importId, 'category', 'waiting')) {
    signal.throwIfAborted()
    await importCategory(db, item, clock().toISOString())
    onProgress?.('categories', ++done)
  }
}

/** A category that is here already, by slug or name, is used. */
async function importCategory(db: Db, { id, record }: ImportItem<'category'>, now: string): Promise<void> {
  const { name, slug, description } = record
  const known = await db
    .selectFrom('categories')
    .select(['id', 'slug'])
    .where((where) => where.or([where('slug', '=', slug), where('name', '=', name)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const path = (of: string) => `/blog/category/${of}`
  if (known) return recordOutcome(db, id, { state: 'done', refId: known.id, target: path(known.slug) })
  const input = CategoryInput.safeParse({
    name: name.slice(0, 60),
    slug: slug.slice(0, 80),
    description: description.slice(0, 300),
  })
  if (!input.success) {
    const reasons = input.error.issues.map(({ message }) => `${message}.`)
    return recordOutcome(db, id, { state: 'failed', target: '/blog', notes: [`It is not made. ${reasons.join(' ')}`] })
  }
  try {
    await db.transaction().execute(async (transaction) => {
      if (!(await claimItem(transaction, id))) return
      const created = await writeNewCategory(transaction, input.data, now)
      await recordOutcome(transaction, id, {
        state: 'done',
        isCreated: true,
        refId: created.id,
        target: path(created.slug),
      })
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await recordOutcome(db, id, { state: 'failed', target: '/blog', notes: [error.message] })
  }
}

async function importPictures(
  db: Db,
  { importId, signal, clock, onProgress, ...sources }: ApplyOptions,
): Promise<void> {
  let done = 0
  const running = new Set<Promise<void>>()
  try {
    for await (const item of walkItems(db, importId, 'picture', 'waiting')) {
      if (signal.aborted) break
      const storing = importPicture(db, item, { ...sources, now: clock().toISOString(), signal }).then(() => {
        running.delete(storing)
        onProgress?.('pictures', ++done)
      })
      running.add(storing)
      // The next `await` may come after its failure, which would end the process.
      storing.catch(() => undefined)
      if (running.size === PICTURES_AT_ONCE) await Promise.race(running)
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
  signal.throwIfAborted()
}

type Picture = { url: string; alt: string; isCreated: boolean }

/** By the source key of their item. */
async function readImportedPictures(db: Db, importId: number): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>()
  for await (const { sourceKey, target, isCreated, record } of walkItems(db, importId, 'picture', 'done'))
    pictures.set(sourceKey, { url: target!, alt: record.alt, isCreated })
  return pictures
}

type Finders = Pick<ContentSources, 'findProduct'> & {
  findPicture: (...reference: Parameters<ContentSources['findPicture']>) => Picture | undefined
}

async function importTexts(db: Db, site: OldSite, options: ApplyOptions & Finders): Promise<void> {
  const { importId, clock, signal, onProgress, findPicture, findProduct } = options
  const earlier = await findEarlierItems(db, importId)
  const { categories, leftOut } = await readCategories(db, importId)
  // A cover on another site that cannot be copied stays at its address, like pictures in texts.
  const elsewhere = new Map<string, Omit<Picture, 'isCreated'>>()
  for await (const { record } of walkItems(db, importId, 'picture', 'failed'))
    if (isWebUrl(record.url) && !site.isOwn(record.url)) elsewhere.set(record.id, { url: record.url, alt: record.alt })
  let done = 0
  for await (const item of walkItems(db, importId, 'text', 'waiting')) {
    signal.throwIfAborted()
    const { sourceKey } = item
    const focuses = new Map<string, Focus>()
    const findShownPicture: ContentSources['findPicture'] = ({ position = '', ...reference }) => {
      const picture = findPicture(reference)
      const focus = picture?.isCreated && focusOfPosition(position)
      if (focus) focuses.set(picture.url, focus)
      return picture
    }
    const kept = item.record.categories.filter(({ slug }) => !leftOut.has(slug))
    const record = { ...item.record, categories: kept }
    const converted = convertText(record, site, { findPicture: findShownPicture, findProduct })
    for (const [url, focus] of focuses) await setFirstFocus(db, mediaKey(url) ?? '', focus)
    await importText(
      db,
      { ...item, record },
      {
        ...options,
        converted,
        cover: record.cover === null ? undefined : (findPicture({ id: record.cover }) ?? elsewhere.get(record.cover)),
        categoryId: record.categories.map(({ slug }) => categories.get(slug)).find((id) => id !== undefined) ?? null,
        earlier: earlier.get(itemKey('text', sourceKey)),
        takesChanges: options.takesChanges ?? true,
        now: clock().toISOString(),
      },
    )
    onProgress?.('texts', ++done)
  }
}

/** The ids of the categories by the slug of the old site, and the slugs of those that the owner left out. */
async function readCategories(
  db: Db,
  importId: number,
): Promise<{ categories: Map<string, number>; leftOut: Set<string> }> {
  const rows = await db
    .selectFrom('site_import_items')
    .select(['source_key', 'ref_id', 'state'])
    .where('import_id', '=', importId)
    .where('type', '=', 'category')
    .execute()
  const categories = new Map<string, number>()
  const leftOut = new Set<string>()
  for (const { source_key, ref_id, state } of rows) {
    const slug = source_key.replace(/^category /, '')
    if (ref_id !== null) categories.set(slug, ref_id)
    if (state === 'left-out') leftOut.add(slug)
  }
  return { categories, leftOut }
}

/** Redirects of one statement. */
const ADDRESSES_AT_ONCE = 500

async function importAddresses(db: Db, site: OldSite, options: ApplyOptions): Promise<void> {
  const { importId, clock, signal, onProgress } = options
  let batch: { from: string; to: string }[] = []
  let done = 0
  const flush = async () => {
    signal.throwIfAborted()
    const now = clock().toISOString()
    await db.transaction().execute((transaction) => addImportedRedirects(transaction, batch, { importId, now }))
    done += batch.length
    onProgress?.('addresses', done)
    batch = []
  }
  for await (const { from, to } of walkOldAddresses(db, importId, site)) {
    if (to !== null) batch.push({ from, to })
    if (batch.length >= ADDRESSES_AT_ONCE) await flush()
  }
  await flush()
  await finishOthers(db, importId)
}

/** Links and patterns have no row of their own here. */
async function finishOthers(db: Db, importId: number): Promise<void> {
  await db
    .updateTable('site_import_items')
    .set({ state: 'done' })
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .where('type', 'in', ['link', 'fragment'])
    .execute()
}
