import { Hono } from 'hono'
import { findSite } from '../../../contract/accounts/site.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { notFound } from '../../platform/http/errors.ts'
import { drawIco, drawIcon } from './draw-icon.ts'

/** The site's icons, made of the image that the owner chose: a PNG for tabs, one for home screens, and an ICO. */
export function iconRoutes({
  read,
  readSource,
}: {
  read: Read
  readSource: (key: string) => Promise<Buffer | undefined>
}) {
  /** Only of the current image, so that a visitor cannot have any image of the library drawn. */
  const sourceOf = async (key: string) => {
    const { appearance } = await read(findSite)
    const source = mediaKey(appearance.favicon) === key ? await readSource(key) : undefined
    if (!source) throw notFound('No such icon')
    return source
  }
  const headers = { 'cache-control': 'public, max-age=604800' }
  return new Hono()
    .get('/icons/:key/96.png', async (c) => {
      const key = c.req.param('key')
      return c.body(await drawIcon(await sourceOf(key), key, 96), 200, { ...headers, 'content-type': 'image/png' })
    })
    .get('/icons/:key/180.png', async (c) => {
      const key = c.req.param('key')
      return c.body(await drawIcon(await sourceOf(key), key, 180), 200, { ...headers, 'content-type': 'image/png' })
    })
    .get('/icons/:key/favicon.ico', async (c) => {
      const key = c.req.param('key')
      return c.body(await drawIco(await sourceOf(key), key), 200, { ...headers, 'content-type': 'image/x-icon' })
    })
}
