import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { defaultAbout } from '../../src/contract/about-text.ts'
import { ensureOwner } from '../../src/server/accounts/auth/owner.ts'
import { demoAccount } from '../../src/server/accounts/settings/demo-account.ts'
import { saveSettings } from '../../src/server/accounts/settings/settings.repo.ts'
import type { SeedDemo } from '../../src/server/app/prepare-data.ts'
import { createCategory } from '../../src/server/content/categories/categories.repo.ts'
import { storeSource } from '../../src/server/content/images/image-variants.ts'
import { createImage, type NewImage } from '../../src/server/content/images/images.repo.ts'
import { createPost } from '../../src/server/content/posts/posts-write.repo.ts'
import { cleanHtml, textOf } from '../../src/server/content/rich-text/clean-html.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { createProduct } from '../../src/server/shop/products/products.repo.ts'
import { demoCategories } from '../content/categories.ts'
import { demoImages } from '../content/images.ts'
import { demoPosts } from '../content/posts.ts'
import { demoProducts } from '../content/products.ts'
import { seedAudience } from './seed-audience.ts'
import { seedClicks } from './seed-clicks.ts'

export type SeedOptions = Parameters<SeedDemo>[1] & {
  /** Folder with `content/articles` and `images`: `demo/` in the sources, `dist/demo` in the build. */
  demoDir: string
  /** Without them the statistics stay empty. */
  hasClicks?: boolean
}

/**
 * Fills an empty database with the demo; deterministic except for the dates, which end today. All rows are written in one
 * transaction, so that a start that is killed in the middle is simply run again.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<void> {
  const images = await storeImages(options)
  const articles = await readArticles(options.demoDir)
  await db.transaction().execute(async (transaction) => {
    const now = options.today.toISOString()
    const urls = new Map<string, string>()
    for (const [at, { name }] of demoImages.entries()) urls.set(name, await createImage(transaction, images[at]!, now))
    const urlOf = (name: string) => urls.get(name)!

    await ensureOwner(transaction, demoAccount, { name: 'Nora Ellery', bio: defaultAbout, isDemo: true })
    await saveSettings(transaction, { heroImage: urlOf('hero'), aboutImage: urlOf('about') }, now)
    const categoryIds = await seedCategories(transaction, urlOf, now)
    const productIds = await seedProducts(transaction, urlOf, now)
    const postIds = await seedPosts(transaction, { articles, categoryIds, productIds, urlOf, today: options.today })
    const active = demoProducts.flatMap(({ slug, isActive }) => (isActive ? productIds.get(slug)! : []))
    if (options.hasClicks ?? true) await seedClicks(transaction, { productIds: active, postIds, today: options.today })
    await seedAudience(transaction, options.today)
  })
}

/** The article bodies by slug. */
async function readArticles(demoDir: string): Promise<Map<string, string>> {
  const articles = new Map<string, string>()
  for (const { slug } of demoPosts)
    articles.set(slug, (await readDemoFile(demoDir, `content/articles/${slug}.html`)).toString('utf8'))
  return articles
}

/** Stores the committed images, before the transaction: files without rows do no harm, rows without files would. */
async function storeImages({ media, demoDir }: SeedOptions): Promise<NewImage[]> {
  const images: NewImage[] = []
  for (const { name, alt } of demoImages) {
    const file = await readDemoFile(demoDir, `images/${name}.jpg`)
    const stored = await storeSource(media, file)
    images.push({ stored, altText: alt, fileName: `${name.replace('/', '-')}.jpg`, format: 'jpeg', bytes: file.length })
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
  for (const [position, category] of demoCategories.entries()) {
    const { slug, name, description, imageAlt } = category
    const row = {
      slug,
      name,
      description,
      image_url: urlOf(`category/${slug}`),
      image_alt: imageAlt,
      position: position + 1,
    }
    ids.set(slug, await createCategory(db, { ...row, created_at: now, updated_at: now }))
  }
  return ids
}

type PostSeed = {
  articles: Map<string, string>
  categoryIds: Map<string, number>
  productIds: Map<string, number>
  urlOf: (name: string) => string
  today: Date
}

async function seedPosts(db: Db, { articles, categoryIds, productIds, urlOf, today }: PostSeed): Promise<number[]> {
  const ids: number[] = []
  for (const post of demoPosts) {
    const content = cleanHtml(withProductIds(articles.get(post.slug)!, productIds))
    const publishedAt = post.daysAgo === null ? null : morningOf(today, post.daysAgo)
    const touchedAt = publishedAt && publishedAt < today.toISOString() ? publishedAt : today.toISOString()
    const id = await createPost(db, {
      title: post.title,
      slug: post.slug,
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
      created_at: touchedAt,
      updated_at: touchedAt,
    })
    if (publishedAt && publishedAt <= today.toISOString()) ids.push(id)
  }
  return ids
}

/** Replaces the product slugs in the boxes of an article by ids. */
function withProductIds(html: string, productIds: Map<string, number>): string {
  return html.replace(/ data-product="([\w-]+)"/g, (_, slug: string) => ` data-product-id="${productIds.get(slug)}"`)
}

async function seedProducts(db: Db, urlOf: (name: string) => string, now: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [position, product] of demoProducts.entries()) {
    const id = await createProduct(db, {
      name: product.name,
      category: product.category,
      price_minor: product.price,
      currency: 'USD',
      image_url: urlOf(`product/${product.slug}`),
      image_alt: product.imageAlt,
      affiliate_link: product.affiliateLink,
      is_active: product.isActive,
      position: position + 1,
      created_at: now,
      updated_at: now,
    })
    ids.set(product.slug, id)
  }
  return ids
}

/** Half past nine in the morning, New York winter time, so many days before `today`. */
function morningOf(today: Date, daysAgo: number): string {
  const day = new Date(today.getTime() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return `${day}T14:30:00.000Z`
}
