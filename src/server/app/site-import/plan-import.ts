import type { ProductChoices } from '../../../contract/app/site-imports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { freeSlug } from '../../platform/db/slugs.ts'
import { composeText, slugOf } from './compose-text.ts'
import { pictureKey, wholePictureKey } from './export-files.ts'
import { readKnownAddresses } from './old-addresses.ts'
import { convertText, type OldSite, readOldSite } from './old-site.ts'
import { createProductPlan } from './plan-products.ts'
import { type Repetition, readRepetitions, repetitionNotes } from './repeated-texts.ts'
import {
  addItems,
  type EarlierItem,
  findEarlierItems,
  itemKey,
  type NewItem,
  readImport,
  setTarget,
  walkItems,
} from './site-imports.repo.ts'
import type { SourceText } from './source-records.ts'
import { pageAddress, unlistedLink } from './unlisted-links.ts'

export type PlanOptions = {
  importId: number
  coverOfOthers: string
  /** Absent if they are not made yet: all products are found then. */
  products?: ProductChoices
  signal: AbortSignal
}

/**
 * Decides where each item will be, finds the pictures that the export does not list, and notes what cannot be kept. Writes nothing
 * outside of the import.
 */
export async function planImport(
  db: Db,
  { importId, signal, products: choices, ...options }: PlanOptions,
): Promise<void> {
  const { site_url: siteUrl } = await readImport(db, importId)
  await planTargets(db, importId, signal)
  const site = await readOldSite(db, importId, siteUrl)
  const isKnown = await readKnownAddresses(db, importId, site)
  const missing = new Map<string, NewItem>()
  const products = createProductPlan(site, choices)
  const repetitionOf = await readRepetitions(db, importId)
  for await (const item of walkItems(db, importId, 'text')) {
    signal.throwIfAborted()
    const { record } = item
    const slug = item.target!.split('/').at(-1)!
    const notes = planText(record, { site, slug, isKnown, missing, products, ...options })
    const repetition = repetitionOf(item)
    await setTarget(db, item.id, item.target!, repetition ? notesOfRepeated(repetition, notes) : notes)
  }
  const found = [...missing.values(), ...products.items()]
  for (let from = 0; from < found.length; from += 200) await addItems(db, importId, found.slice(from, from + 200))
}

/** The losses of a text matter only if it is saved again. */
function notesOfRepeated(repetition: Repetition, notes: string[]): string[] {
  if (repetition === 'unchanged') return []
  return [repetitionNotes[repetition], ...(repetition === 'changed' ? notes : [])]
}

/** Gives each category and each text its path; texts of an earlier import keep theirs. */
async function planTargets(db: Db, importId: number, signal: AbortSignal): Promise<void> {
  const earlier = await findEarlierItems(db, importId)
  for await (const { id, record } of walkItems(db, importId, 'category'))
    await setTarget(db, id, `/blog/category/${record.slug}`, [])
  const rows = await db.selectFrom('posts').select(['id', 'slug']).where('deleted_at', 'is', null).execute()
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
  const taken = new Set(slugs.values())
  for await (const { id, sourceKey, record } of walkItems(db, importId, 'text')) {
    signal.throwIfAborted()
    const known = currentSlug(earlier.get(itemKey('text', sourceKey)), slugs)
    const slug = known ?? (await freeSlug(slugOf(record), async (each) => taken.has(each)))
    taken.add(slug)
    await setTarget(db, id, record.kind === 'page' ? `/${slug}` : `/blog/${slug}`, [])
  }
}

function currentSlug(item: EarlierItem | undefined, slugs: ReadonlyMap<number, string>): string | undefined {
  return item && slugs.get(item.refId)
}

type TextPlan = Omit<PlanOptions, 'importId' | 'signal' | 'products'> & {
  site: OldSite
  slug: string
  isKnown: (address: string) => boolean
  missing: Map<string, NewItem>
  products: ReturnType<typeof createProductPlan>
}

/** The notes on a text; collects its products, and the pictures and the links of the old site that no item has. */
function planText(record: SourceText, { site, slug, isKnown, missing, products, ...options }: TextPlan): string[] {
  const findLink: OldSite['findLink'] = (reference) => {
    const found = site.findLink(reference)
    const address = found || reference.id ? undefined : pageAddress(reference.url ?? '', site)
    if (address && !isKnown(address)) missing.set(`link ${address}`, unlistedLink(address))
    return found
  }
  const findPicture = (reference: { id?: string; url?: string }) => {
    const { url = '' } = reference
    if (site.findPictureKey(reference)) return { url: planned, alt: '' }
    if (!site.isOwn(url)) return undefined
    const key = wholePictureKey(pictureKey(url))
    if (!missing.has(key)) missing.set(key, missingPicture(key, site.absolute(url)))
    return { url: planned, alt: '' }
  }
  const converted = convertText(record, site, {
    findLink,
    findPicture,
    findProduct: (reference) => {
      const address = reference.id === undefined ? { url: reference.url } : { id: reference.id }
      // No item may have the short link or the picture of a box.
      findLink(address)
      const picture = reference.picture || site.describeLink(address).picture
      if (picture) findPicture({ url: picture })
      return products.find(reference)
    },
  })
  const cover = record.cover === null ? undefined : findPicture({ id: record.cover })
  return composeText(record, { ...options, slug, converted, cover, categoryId: null }).notes
}

/** Stands for a picture that is not imported yet. */
const planned = 'https://picture.invalid/planned.jpg'

function missingPicture(key: string, url: string): NewItem {
  const record = { type: 'picture' as const, id: `path ${key}`, url, alt: '', addresses: [] }
  return { sourceKey: `picture ${key}`, name: key.split('/').at(-1) ?? key, record }
}
