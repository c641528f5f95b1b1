import {
  IMPORT_AUTHORS_MAX,
  IMPORT_CATEGORIES_MAX,
  type ImportSurvey,
  productDefaults,
} from '../../../contract/app/site-imports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { composeText } from './compose-text.ts'
import { element, type HtmlNode, isElement, parseTree, textIn, writeTree } from './content/html-tree.ts'
import { convertText, type OldSite, readOldSite } from './old-site.ts'
import { createProductPlan } from './plan-products.ts'
import { readRepetitions } from './repeated-texts.ts'
import { type NewItem, walkItems } from './site-imports.repo.ts'
import type { SourceText } from './source-records.ts'

const SAMPLES = 3
/** Products that are named. */
const NAMES = 20
/** Characters of a text that is shown as a sample. */
const SAMPLE_MAX = 20_000

type Sample = { record: SourceText; target: string }

/** Returns what a planned import makes of the old site, with samples spread over its texts. */
export async function surveyImport(
  db: Db,
  { importId, siteUrl, signal }: { importId: number; siteUrl: string; signal: AbortSignal },
): Promise<ImportSurvey> {
  const counts = { posts: 0, pages: 0, drafts: 0, scheduled: 0, private: 0 }
  const tags = new Set<string>()
  const texts = new Map<string, number>()
  const authors = new Map<string, number>()
  const repetitionOf = await readRepetitions(db, importId)
  const repeated = { unchanged: 0, changed: 0, edited: 0, deleted: 0 }
  const candidates: Sample[] = []
  // Each time they are too many, every other one is left out.
  let every = 1
  for await (const item of walkItems(db, importId, 'text')) {
    signal.throwIfAborted()
    const { record, target } = item
    const repetition = repetitionOf(item)
    if (repetition) repeated[repetition] += 1
    const { kind, status } = record
    counts[kind === 'page' ? 'pages' : 'posts'] += 1
    if (status === 'draft') counts.drafts += 1
    if (status === 'scheduled') counts.scheduled += 1
    if (status === 'private' || status === 'protected') counts.private += 1
    for (const { slug } of record.tags) tags.add(slug)
    for (const { slug } of record.categories) texts.set(slug, (texts.get(slug) ?? 0) + 1)
    for (const name of new Set(record.authors)) authors.set(name, (authors.get(name) ?? 0) + 1)
    const isShown = status === 'published' && record.content !== '' && record.content.length <= SAMPLE_MAX
    if (!isShown || (counts.posts + counts.pages) % every !== 0) continue
    candidates.push({ record, target: target! })
    if (candidates.length < SAMPLES * 4) continue
    every *= 2
    for (let at = candidates.length - 1; at > 0; at -= 2) candidates.splice(at, 1)
  }
  const categories: ImportSurvey['categories'] = []
  let moreCategories = 0
  for await (const { sourceKey, record } of walkItems(db, importId, 'category')) {
    const slug = sourceKey.replace(/^category /, '')
    if (categories.length === IMPORT_CATEGORIES_MAX || slug.length > 300) moreCategories += 1
    else categories.push({ slug, name: record.name, texts: texts.get(record.slug) ?? 0 })
  }
  const products = { boxes: 0, links: 0, names: [] as string[] }
  for await (const { record } of walkItems(db, importId, 'product')) {
    if (record.isBox) products.boxes += 1
    if (record.isLinked) products.links += 1
    if (products.names.length < NAMES) products.names.push(record.name)
  }
  const menus: NonNullable<ImportSurvey['menus']> = []
  for await (const { record } of walkItems(db, importId, 'menu'))
    menus.push({
      slug: record.id,
      name: record.name,
      labels: record.entries.map(({ label, address }) => label || address),
    })
  const site = await readOldSite(db, importId, siteUrl)
  const step = Math.max(1, Math.floor(candidates.length / SAMPLES))
  const samples = candidates
    .filter((_, at) => at % step === 0)
    .slice(0, SAMPLES)
    .map((sample) => toSample(sample, site))
  const isRepeated = Object.values(repeated).some((count) => count > 0)
  const writers = [...authors]
    .map(([name, texts]) => ({ name: name.slice(0, 200).toWellFormed(), texts }))
    .sort((a, b) => b.texts - a.texts)
    .slice(0, IMPORT_AUTHORS_MAX)
  return {
    ...counts,
    tags: tags.size,
    authors: writers,
    categories,
    moreCategories,
    products,
    menus,
    samples,
    ...(isRepeated && { repeated }),
  }
}

function toSample({ record, target }: Sample, site: OldSite): ImportSurvey['samples'][number] {
  // Its pictures are not imported yet, and shown from where they are.
  const findPicture = ({ url = '' }: { url?: string }) => ({ url: site.absolute(url), alt: '' })
  const products = createProductPlan(site, productDefaults)
  const converted = convertText(record, site, { findPicture, findProduct: products.find })
  const { published, draft } = composeText(record, {
    slug: target.split('/').at(-1)!,
    converted,
    cover: undefined,
    coverOfOthers: '',
    categoryId: null,
  })
  const { title, excerpt } = published ?? draft ?? { title: record.title, excerpt: record.excerpt }
  return {
    before: textIn(parseTree(record.content)),
    title,
    excerpt,
    html: namingProducts(converted.html, products.items()),
    address: target,
  }
}

/** Blocks of products are empty as long as those are not made: each shows their names. */
function namingProducts(html: string, products: readonly NewItem[]): string {
  const named = (nodes: readonly HtmlNode[]): HtmlNode[] =>
    nodes.map((node) => {
      if (!isElement(node)) return node
      const { 'data-product-id': one, 'data-product-ids': ids = one ?? '' } = node.attributes
      const names = ids.split(',').flatMap((id) => products[Number(id) - 1]?.name ?? [])
      const shown = names.map((name) => element('p', {}, [element('strong', {}, [name])]))
      return { ...node, children: [...shown, ...named(node.children)] }
    })
  return products.length > 0 ? writeTree(named(parseTree(html))) : html
}
