import { Hono } from 'hono'
import { Slug } from '../../../contract/paths.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Site } from '../../../contract/site.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'
import { drawShareImage } from './draw-share-image.ts'

export type ShareImageOptions = {
  reads: Reads
  /** The bytes of an image of the media library; undefined if it does not exist. */
  readSource: (key: string) => Promise<Buffer | undefined>
}

/** Share images of 1200 x 630, drawn from a title: for a post without a cover, and for the site itself. */
export function shareImageRoutes({ reads, readSource }: ShareImageOptions) {
  const logoOf = async ({ logoPicture }: Site) => {
    const source = logoPicture && (await readSource(logoPicture.key))
    return source ? { key: logoPicture.key, source } : undefined
  }

  const kept = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }
  return new Hono()
    .get('/share/site.png', async (c) => {
      const site = await reads.site()
      return c.body(
        await drawShareImage({ brand: site.brand, title: site.heroTitle, logo: await logoOf(site) }),
        200,
        kept,
      )
    })
    .get('/share/:file{.+\\.png}', async (c) => {
      const slug = readParam(c, 'file', Slug, 'Post not found').replace(/\.png$/, '')
      const [site, post] = await Promise.all([reads.site(), reads.post(slug)])
      if (!post) throw notFound('Post not found')
      const label = post.categoryName ?? undefined
      const logo = await logoOf(site)
      return c.body(await drawShareImage({ brand: site.brand, title: post.title, label, logo }), 200, kept)
    })
}
