import { defaultAbout } from '../../../../contract/about-text.ts'
import { ensureOwner } from '../../../accounts/auth/owner.ts'
import { demoAccount } from '../../../accounts/settings/demo-account.ts'
import { saveSettings } from '../../../accounts/settings/settings.repo.ts'
import { createCategory } from '../../../content/categories/categories.repo.ts'
import { storeSource } from '../../../content/images/image-variants.ts'
import { createImage, type NewImage } from '../../../content/images/images.repo.ts'
import { createPost } from '../../../content/posts/posts-write.repo.ts'
import { cleanHtml, textOf } from '../../../content/rich-text/clean-html.ts'
import { createProduct } from '../../../shop/products/products.repo.ts'
import type { BlobStorage } from '../../storage/blob-storage.ts'
import type { Db } from '../schema.ts'
import { type Artwork, drawAbout, drawCategory, drawHero, drawPost, drawProduct } from './art/draw.ts'
import { articles } from './articles.ts'
import { demoCategories } from './demo-categories.ts'
import { basicsPosts } from './demo-posts-basics.ts'
import { deeperPosts } from './demo-posts-deeper.ts'
import { demoProducts } from './demo-products.ts'
import type { DemoPost } from './demo-shape.ts'
import { seedClicks } from './seed-clicks.ts'
import { seedLetters } from './seed-letters.ts'

export type SeedOptions = {
  media: BlobStorage
  /** The day that "today" is in the demo; all dates count back from it. */
  today: Date
  /** Without them the statistics stay empty. */
  hasClicks?: boolean
}

/**
 * Fills an empty database with the demo: the same every time but for the dates, which end today. Pictures are drawn
 * first; all rows then appear in one transaction, so that a start killed in the middle begins again.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<void> {
  const drawings = demoDrawings()
  const images = new Map<string, NewImage>()
  for (const [name, { draw, alt }] of drawings) {
    const svg = Buffer.from(draw().svg)
    const stored = await storeSource(options.media, svg)
    const fileName = `${name.replace('/', '-')}.svg`
    images.set(name, { stored, altText: alt, fileName, format: 'svg', bytes: svg.length })
  }

  await db.transaction().execute(async (transaction) => {
    const now = options.today.toISOString()
    const urls = new Map<string, string>()
    for (const [name, image] of images) urls.set(name, await createImage(transaction, image, now))
    const urlOf = (name: string) => urls.get(name)!

    await ensureOwner(transaction, demoAccount, { name: 'Nora Ellery', bio: defaultAbout, isDemo: true })
    await saveSettings(transaction, { heroImage: urlOf('hero'), aboutImage: urlOf('about') }, now)
    const categoryIds = await seedCategories(transaction, urlOf, now)
    const productIds = await seedProducts(transaction, urlOf, now)
    const postIds = await seedPosts(transaction, { categoryIds, productIds, urlOf, today: options.today })
    const active = demoProducts.flatMap(({ slug, isActive }) => (isActive ? productIds.get(slug)! : []))
    if (options.hasClicks ?? true) await seedClicks(transaction, { productIds: active, postIds, today: options.today })
    await seedLetters(transaction, options.today)
  })
}

type Drawing = { draw: () => Artwork; alt: string }

function demoDrawings(): Map<string, Drawing> {
  return new Map<string, Drawing>([
    ['hero', { draw: drawHero, alt: 'Skincare bottles, a jar and leaves in soft morning light' }],
    ['about', { draw: drawAbout, alt: 'A desk by a window with a notebook, a cup and a few bottles' }],
    ...demoCategories.map(
      ({ slug, imageAlt }) => [`category/${slug}`, { draw: () => drawCategory(slug), alt: imageAlt }] as const,
    ),
    ...allPosts.map(({ slug, imageAlt }) => [`post/${slug}`, { draw: () => drawPost(slug), alt: imageAlt }] as const),
    ...demoProducts.map(
      (product) => [`product/${product.slug}`, { draw: () => drawProduct(product), alt: product.imageAlt }] as const,
    ),
  ])
}

const allPosts: DemoPost[] = [...basicsPosts, ...deeperPosts]

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
  categoryIds: Map<string, number>
  productIds: Map<string, number>
  urlOf: (name: string) => string
  today: Date
}

async function seedPosts(db: Db, { categoryIds, productIds, urlOf, today }: PostSeed): Promise<number[]> {
  const ids: number[] = []
  for (const post of allPosts) {
    const content = cleanHtml(withProductIds(articles[post.slug] ?? '', productIds))
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

/** The articles name the products in their boxes by slug, since ids are known only here. */
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
