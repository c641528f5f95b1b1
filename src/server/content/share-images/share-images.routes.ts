import { Hono } from 'hono'
import { findSite, type Site } from '../../../contract/accounts/site.ts'
import { coloursOf } from '../../../contract/accounts/theme.ts'
import { type Category, findCategory } from '../../../contract/content/categories.ts'
import { findIngredient } from '../../../contract/content/ingredient-endpoints.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { findPost, listPosts, listPostsInCategory } from '../../../contract/content/post-endpoints.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import { Slug } from '../../../contract/platform/paths.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'
import type { DrawnPicture } from './crop-picture.ts'
import { cropShareImage, drawShareImage, type ShareImage } from './draw-share-image.ts'

export type ShareImageOptions = {
  read: Read
  /** The bytes of an image of the media library; undefined if it does not exist. */
  readSource: (key: string) => Promise<Buffer | undefined>
}

/** Share images of 1200 x 630 for what has no picture of that shape: the site, its categories, ingredients, and posts without a cover. */
export function shareImageRoutes(options: ShareImageOptions) {
  const { read, readSource } = options
  return new Hono()
    .get('/share/site.png', async (c) => {
      const site = await read(findSite)
      const key = mediaKey(site.appearance.shareImage)
      const own = key && (await readSource(key))
      if (key && own) return c.body(await crop(key, own), 200, headers)
      const image = { title: site.heroTitle, pictures: picturesFor(options, site) }
      return c.body(await drawFor(options, site, image), 200, headers)
    })
    .get('/share/categories/:file{[^/]+\\.png}', async (c) => {
      const slugOrId = slugOf(readParam(c, 'file', Slug, 'Category not found'))
      const [site, category] = await Promise.all([read(findSite), read(findCategory, { params: { slugOrId } })])
      if (!category) throw notFound('Category not found')
      const image = { title: category.name, pictures: picturesFor(options, site, [], category) }
      return c.body(await drawFor(options, site, image), 200, headers)
    })
    .get('/share/ingredients/:file{[^/]+\\.png}', async (c) => {
      const slug = slugOf(readParam(c, 'file', Slug, 'Ingredient not found'))
      const [site, ingredient] = await Promise.all([read(findSite), read(findIngredient, { params: { slug } })])
      if (!ingredient) throw notFound('Ingredient not found')
      const own = ingredient.products.map(({ picture }) => picture)
      const image = { title: ingredient.name, label: 'Ingredients', pictures: picturesFor(options, site, own) }
      return c.body(await drawFor(options, site, image), 200, headers)
    })
    .get('/share/:file{.+\\.png}', async (c) => {
      const slug = slugOf(readParam(c, 'file', Slug, 'Post not found'))
      const [site, post] = await Promise.all([read(findSite), read(findPost, { params: { slug } })])
      if (!post) throw notFound('Post not found')
      const { title, categoryId, categoryName } = post
      const params = { slugOrId: String(categoryId) }
      const category = categoryId === null ? undefined : await read(findCategory, { params })
      const image = { title, label: categoryName ?? undefined, pictures: picturesFor(options, site, [], category) }
      return c.body(await drawFor(options, site, image), 200, headers)
    })
}

const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  // Other sites show them.
  'cross-origin-resource-policy': 'cross-origin',
}

const slugOf = (file: string) => file.replace(/\.png$/, '')

/** Pictures for a page without its own, the best first; a list of posts is read only if those before it are missing. */
async function* picturesFor(
  { read }: ShareImageOptions,
  site: Site,
  own: (Picture | null)[] = [],
  category?: Category,
) {
  yield* own
  if (category) {
    yield category.picture
    const posts = await read(listPostsInCategory, { params: { id: category.id }, query: { limit: NEWEST } })
    for (const { picture } of posts ?? []) yield picture
  }
  yield site.heroPicture
  const { items } = await read(listPosts, { query: { limit: NEWEST } })
  for (const { picture } of items) yield picture
}

/** Posts that are searched for a cover. */
const NEWEST = 6

type PageImage = Pick<ShareImage, 'title' | 'label'> & { pictures: AsyncIterable<Picture | null | undefined> }

async function drawFor({ readSource }: ShareImageOptions, site: Site, { pictures, ...words }: PageImage) {
  const { brand, logoPicture, appearance } = site
  const readPicture = async (picture: Picture | null | undefined): Promise<DrawnPicture | undefined> => {
    const source = picture && (await readSource(picture.key))
    return source ? { key: picture.key, source, focus: picture.focus } : undefined
  }
  let picture: DrawnPicture | undefined
  for await (const candidate of pictures) {
    picture = await readPicture(candidate)
    if (picture) break
  }
  return drawShareImage({
    ...words,
    brand,
    picture,
    logo: await readPicture(logoPicture),
    colours: coloursOf(appearance.palette, appearance.accent, 'light'),
    type: appearance.type,
  })
}

/** The last one, since a site has one. */
let cropped: { key: string; image: Promise<Uint8Array<ArrayBuffer>> } | undefined

function crop(key: string, source: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  if (cropped?.key !== key) {
    cropped = { key, image: cropShareImage(source) }
    cropped.image.catch(() => (cropped = undefined))
  }
  return cropped.image
}
