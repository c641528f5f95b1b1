import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '../../src/contract/accounts/site.ts'
import { ensureOwner } from '../../src/server/accounts/auth/owner.ts'
import { demoAccount, saveSettings, saveStored } from '../../src/server/accounts/settings/settings.repo.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { freeSlug, listSlugs } from '../../src/server/app/demo/restore-demo.ts'
import type { SeedDemo } from '../../src/server/app/prepare-data.ts'
import { createCategory } from '../../src/server/content/categories/categories.repo.ts'
import { storeSource } from '../../src/server/content/images/image-variants.ts'
import { createImage, type NewImage } from '../../src/server/content/images/images.repo.ts'
import { MENUS_KEY } from '../../src/server/content/menus/menus.repo.ts'
import { linkEarlierTexts } from '../../src/server/content/posts/post-links.repo.ts'
import { createPost } from '../../src/server/content/posts/posts-write.repo.ts'
import { cleanHtml, textOf } from '../../src/server/content/rich-text/clean-html.ts'
import { isEmpty } from '../../src/server/platform/db/is-empty.ts'
import { nextPosition } from '../../src/server/platform/db/positions.ts'
import { announcePurges, PURGE_ALL } from '../../src/server/platform/db/purge-notices.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { DAY_MS } from '../../src/server/platform/durations.ts'
import { demoCategories } from '../content/categories.ts'
import { demoImageFile, demoImages } from '../content/images.ts'
import { demoNewsletters } from '../content/newsletters.ts'
import { demoPosts } from '../content/posts.ts'
import { demoProducts } from '../content/products.ts'
import { demoMenus, demoSettings } from '../content/settings.ts'
import { type DemoIds, productsIn, toStoredHtml } from './article-html.ts'
import { seedAudience } from './seed-audience.ts'
import { seedClicks } from './seed-clicks.ts'
import { seedIngredients } from './seed-ingredients.ts'
import { seedLinks } from './seed-links.ts'
import { seedNewsletters } from './seed-newsletters.ts'
import { seedProducts } from './seed-products.ts'
import { seedRoutines } from './seed-routines.ts'
import { seedViews } from './seed-views.ts'

export type SeedOptions = Parameters<SeedDemo>[1] & {
  /** Folder with texts and images: `demo/` in the sources, `dist/demo` in the build. */
  demoDir: string
  /** Without them the statistics stay empty. */
  hasClicks?: boolean
}

/**
 * Fills an empty database with the demo; deterministic except for the dates, which end today. All rows are written in one
 * transaction, so that a start that is killed in the middle is simply run again.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<void> {
  const write = await prepareDemo(options)
  await db.transaction().execute(async (transaction) => {
    if (!(await isEmpty(transaction))) throw new Error('The database holds content already.')
    await ensureOwner(transaction, demoAccount, { name: 'Nora Ellery', bio: demoSettings.aboutText, isDemo: true })
    const { id } = await transaction.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
    await recordDemoRows(transaction, 'users', [id])
    await write(transaction)
  })
}

/**
 * Stores the images of the demo. The function that it resolves with adds the rows to a site, whose own content stays as it
 * is, and records them, so that they can be removed.
 */
export async function prepareDemo(options: SeedOptions): Promise<(transaction: Db) => Promise<void>> {
  const images = await storeImages(options)
  const [articles, newsletters] = await Promise.all([
    readTexts(options.demoDir, 'articles', demoPosts),
    readTexts(
      options.demoDir,
      'newsletters',
      demoNewsletters.filter(({ source }) => !source),
    ),
  ])
  return async (transaction) => {
    const now = options.today.toISOString()
    const urls = await seedImages(transaction, images, now)
    const urlOf = (name: string) => urls.get(name)!
    const pictures = { heroImage: urlOf('hero'), aboutImage: urlOf('about'), authorImage: urlOf('author') }
    await seedSettings(transaction, { ...demoSettings, ...pictures }, now)
    const categoryIds = await seedCategories(transaction, urlOf, now)
    const ingredients = await seedIngredients(transaction, now)
    const products = await seedProducts(transaction, { urlOf, today: options.today })
    const routines = await seedRoutines(transaction, { productIds: products, urlOf, now })
    const ids = { products, ingredients, routines }
    const { posts, postsByProduct } = await seedPosts(transaction, {
      articles,
      categoryIds,
      ids,
      urlOf,
      today: options.today,
    })
    const active = demoProducts.flatMap(({ slug, isActive }) => (isActive ? products.get(slug)! : []))
    if (options.hasClicks ?? true) {
      await seedClicks(transaction, { productIds: active, postsByProduct, today: options.today })
      await seedViews(transaction, { postIds: [...postsByProduct.values()].flat(), today: options.today })
    }
    await seedLinks(transaction, { productIds: [...products.values()], today: options.today })
    await seedAudience(transaction, options.today)
    await seedNewsletters(transaction, {
      texts: newsletters,
      ids,
      posts,
      urlOf,
      today: options.today,
      hasOrders: options.hasClicks ?? true,
    })
    await announcePurges(transaction, [PURGE_ALL])
  }
}

/** Images that the site has are shared and stay its own; deleted ones come back as demo images. */
async function seedImages(db: Db, images: NewImage[], now: string): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  const keys = images.map(({ stored }) => stored.key)
  const known = await db
    .selectFrom('images')
    .select('key')
    .where('deleted_at', 'is', null)
    .where('key', 'in', keys)
    .execute()
  const own = new Set(known.map(({ key }) => key))
  for (const [at, { name }] of demoImages.entries()) urls.set(name, await createImage(db, images[at]!, now))
  const seeded = keys.filter((key) => !own.has(key))
  await db
    .updateTable('images')
    .set({ deleted_at: null })
    .where('deleted_at', 'is not', null)
    .where('key', 'in', keys)
    .execute()
  const rows = await db.selectFrom('images').select(['id', 'key']).where('key', 'in', keys).execute()
  await recordDemoRows(
    db,
    'images',
    rows.filter(({ key }) => seeded.includes(key)).map(({ id }) => id),
  )
  return urls
}

/** Settings that the owner has changed stay. */
async function seedSettings(db: Db, values: Partial<Settings>, now: string): Promise<void> {
  const rows = await db.selectFrom('settings').select('key').execute()
  const own = new Set(rows.map(({ key }) => key))
  const seeded = Object.entries(values).filter(([key]) => !own.has(key))
  await saveSettings(db, Object.fromEntries(seeded), now)
  const menus = own.has(MENUS_KEY) ? [] : [MENUS_KEY]
  if (menus.length > 0) await saveStored(db, { key: MENUS_KEY, value: demoMenus, now })
  await recordDemoRows(db, 'settings', [...seeded.map(([key]) => key), ...menus])
}

/** HTML of a folder of texts, by slug. */
async function readTexts(demoDir: string, folder: string, of: { slug: string }[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { slug } of of)
    texts.set(slug, (await readDemoFile(demoDir, `content/${folder}/${slug}.html`)).toString('utf8'))
  return texts
}

/** Stores the committed images, before the transaction: files without rows do no harm, rows without files would. */
async function storeImages({ media, demoDir }: SeedOptions): Promise<NewImage[]> {
  const images: NewImage[] = []
  for (const image of demoImages) {
    const fileName = demoImageFile(image)
    const file = await readDemoFile(demoDir, `images/${fileName}`)
    images.push({
      stored: await storeSource(media, file),
      altText: image.alt,
      fileName: fileName.replace('/', '-'),
      format: image.isCutOut ? 'webp' : 'jpeg',
      bytes: file.length,
    })
  }
  return images
}

async function readDemoFile(demoDir: string, name: string): Promise<Buffer> {
  return readFile(path.join(demoDir, name)).catch((error: unknown) => {
    throw new Error(`Cannot read the demo file ${name} in ${demoDir}.`, { cause: error })
  })
}

async function seedCategories(db: Db, urlOf: (name: string) => string, now: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const first = await nextPosition(db, 'categories')
  const taken = await listSlugs(db, 'categories')
  for (const [index, category] of demoCategories.entries()) {
    const { slug, name, description, imageAlt } = category
    const row = {
      slug: freeSlug(slug, taken),
      name,
      description,
      image_url: urlOf(`category/${slug}`),
      image_alt: imageAlt,
      position: first + index,
    }
    ids.set(slug, await createCategory(db, { ...row, created_at: now, updated_at: now }))
  }
  await recordDemoRows(db, 'categories', [...ids.values()])
  return ids
}

type PostSeed = {
  articles: Map<string, string>
  categoryIds: Map<string, number>
  ids: DemoIds
  urlOf: (name: string) => string
  today: Date
}

type SeededPosts = {
  /** By the slug of their article. */
  posts: Map<string, { id: number; slug: string }>
  /** The published posts that show each product. */
  postsByProduct: Map<number, number[]>
}

async function seedPosts(
  db: Db,
  { articles, categoryIds, ids: demoIds, urlOf, today }: PostSeed,
): Promise<SeededPosts> {
  const posts: SeededPosts['posts'] = new Map()
  const postsByProduct = new Map<number, number[]>()
  const taken = await listSlugs(db, 'posts')
  for (const post of demoPosts) {
    const content = cleanHtml(toStoredHtml(articles.get(post.slug)!, { post, ids: demoIds, urlOf }))
    const publishedAt = post.daysAgo === null ? null : morningOf(today, post.daysAgo)
    const touchedAt = publishedAt && publishedAt < today.toISOString() ? publishedAt : today.toISOString()
    const slug = freeSlug(post.slug, taken)
    const id = await createPost(db, {
      title: post.title,
      slug,
      excerpt: post.excerpt,
      content,
      body_text: textOf(content),
      cover_image: urlOf(`post/${post.slug}`),
      image_alt: post.imageAlt,
      is_pin_optimized: true,
      pin_text: post.pinText,
      meta_title: post.metaTitle,
      meta_description: post.metaDescription,
      keywords: post.keywords,
      category_id: categoryIds.get(post.category) ?? null,
      is_featured: post.featured ?? false,
      published_at: publishedAt,
      update_note: post.update?.note ?? null,
      update_noted_at: post.update ? morningOf(today, post.update.daysAgo) : null,
      created_at: touchedAt,
      updated_at: touchedAt,
    })
    posts.set(post.slug, { id, slug })
    if (!publishedAt || publishedAt > today.toISOString()) continue
    for (const productId of productsIn(content))
      postsByProduct.set(productId, [...(postsByProduct.get(productId) ?? []), id])
  }
  await linkEarlierTexts(db, { since: new Date(0).toISOString() })
  await recordDemoRows(
    db,
    'posts',
    [...posts.values()].map(({ id }) => id),
  )
  return { posts, postsByProduct }
}

/** Half past nine in the morning, New York winter time, so many days before `today`. */
function morningOf(today: Date, daysAgo: number): string {
  const day = new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  return `${day}T14:30:00.000Z`
}
