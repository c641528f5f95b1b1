import { hashPassword } from '../src/server/accounts/auth/passwords.ts'
import { createUser } from '../src/server/accounts/users/users.repo.ts'
import { createCategory } from '../src/server/content/categories/categories.repo.ts'
import { createPost } from '../src/server/content/posts/posts-write.repo.ts'
import { textOf } from '../src/server/content/rich-text/clean-html.ts'
import type { Db, NewRow } from '../src/server/platform/db/schema.ts'
import { createProduct } from '../src/server/shop/products/products.repo.ts'

const past = '2026-01-01T12:00:00.000Z'
let count = 0

/** These insert rows with plausible defaults and return the id. */
export function makeCategory(db: Db, over: Partial<NewRow<'categories'>> = {}): Promise<number> {
  const number = ++count
  return createCategory(db, {
    slug: `category-${number}`,
    name: `Category ${number}`,
    description: 'What this category is about.',
    image_url: '/media/none/320.jpg',
    image_alt: 'A jar',
    position: number,
    created_at: past,
    updated_at: past,
    ...over,
  })
}

export function makePost(db: Db, over: Partial<NewRow<'posts'>> = {}): Promise<number> {
  return createPost(db, newPost(over))
}

/** A post of a database that lacks the later columns. */
export async function makeEarlyPost(db: Db, over: Partial<NewRow<'posts'>> = {}): Promise<number> {
  const { id } = await db.insertInto('posts').values(newPost(over)).returning('id').executeTakeFirstOrThrow()
  return id
}

function newPost(over: Partial<NewRow<'posts'>>): NewRow<'posts'> {
  const number = ++count
  const content =
    over.content ?? '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
  return {
    title: `Post number ${number}`,
    slug: `post-number-${number}`,
    excerpt: 'A short and honest excerpt.',
    content,
    body_text: textOf(content),
    cover_image: '',
    image_alt: '',
    is_pin_optimized: true,
    pin_text: null,
    meta_title: null,
    meta_description: null,
    keywords: 'cleanser, routine',
    category_id: null,
    is_featured: false,
    published_at: past,
    created_at: past,
    updated_at: past,
    ...over,
  }
}

export function makeProduct(db: Db, over: Partial<NewRow<'products'>> = {}): Promise<number> {
  const number = ++count
  return createProduct(db, {
    name: `Product ${number}`,
    category: 'Cleansers',
    price_minor: 1250,
    currency: 'USD',
    image_url: '/media/none/320.jpg',
    image_alt: 'A bottle',
    affiliate_link: `https://shop.example/${number}`,
    is_active: true,
    position: number,
    created_at: past,
    updated_at: past,
    ...over,
  })
}

let passwordHash: Promise<string> | undefined

/** An owner with the username `nora` and the password `a long enough password`. */
export async function makeUser(db: Db, over: Partial<NewRow<'users'>> = {}): Promise<number> {
  passwordHash ??= hashPassword('a long enough password')
  return createUser(db, {
    username: 'nora',
    password_hash: await passwordHash,
    name: 'Nora Ellery',
    bio: 'I write about skincare for people who are just beginning.',
    image: null,
    is_demo: false,
    created_at: past,
    ...over,
  })
}
