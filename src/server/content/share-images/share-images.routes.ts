import { Hono } from 'hono'
import { findSite, type Site } from '../../../contract/accounts/site.ts'
import { coloursOf } from '../../../contract/accounts/theme.ts'
import { findPost } from '../../../contract/content/post-endpoints.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import { Slug } from '../../../contract/platform/paths.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'
import { cropShareImage, drawShareImage } from './draw-share-image.ts'

export type ShareImageOptions = {
  read: Read
  /** The bytes of an image of the media library; undefined if it does not exist. */
  readSource: (key: string) => Promise<Buffer | undefined>
}

/** Share images of 1200 x 630, drawn from a title: for a post without a cover, and for the site itself. */
export function shareImageRoutes({ read, readSource }: ShareImageOptions) {
  const logoOf = async ({ logoPicture }: Site) => {
    const source = logoPicture && (await readSource(logoPicture.key))
    return source ? { key: logoPicture.key, source } : undefined
  }

  const headers = {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    // Other sites show them.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return new Hono()
    .get('/share/site.png', async (c) => {
      const site = await read(findSite)
      const key = mediaKey(site.appearance.shareImage)
      const own = key && (await readSource(key))
      if (key && own) return c.body(await crop(key, own), 200, headers)
      return c.body(
        await drawShareImage({
          brand: site.brand,
          title: site.heroTitle,
          logo: await logoOf(site),
          ...themeOf(site),
        }),
        200,
        headers,
      )
    })
    .get('/share/:file{.+\\.png}', async (c) => {
      const slug = readParam(c, 'file', Slug, 'Post not found').replace(/\.png$/, '')
      const [site, post] = await Promise.all([read(findSite), read(findPost, { params: { slug } })])
      if (!post) throw notFound('Post not found')
      const label = post.categoryName ?? undefined
      const logo = await logoOf(site)
      return c.body(
        await drawShareImage({ brand: site.brand, title: post.title, label, logo, ...themeOf(site) }),
        200,
        headers,
      )
    })
}

const themeOf = ({ appearance: { palette, accent, type } }: Site) => ({
  colours: coloursOf(palette, accent, 'light'),
  type,
})

/** The last one, since a site has one. */
let cropped: { key: string; image: Promise<Uint8Array<ArrayBuffer>> } | undefined

function crop(key: string, source: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  if (cropped?.key !== key) {
    cropped = { key, image: cropShareImage(source) }
    cropped.image.catch(() => (cropped = undefined))
  }
  return cropped.image
}
