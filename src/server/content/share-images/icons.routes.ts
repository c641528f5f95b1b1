import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { findSite } from '../../../contract/accounts/site.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { notFound } from '../../platform/http/errors.ts'
import { loadSharp } from '../../platform/load-sharp.ts'

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

type Bytes = Uint8Array<ArrayBuffer>

/** A site has one icon in a handful of sizes. */
const drawn = new LRUCache<string, Promise<Bytes>>({ max: 12 })

/** Home screens put no background behind an icon, so that of the large one is filled. */
const FILLED_FROM = 180
const PAPER = '#ffffff'

/** A square PNG with the whole image in it. */
function drawIcon(source: Buffer, key: string, size: number): Promise<Bytes> {
  return remember(`${key} ${size}`, async () => {
    const sharp = await loadSharp()
    const isFilled = size >= FILLED_FROM
    const background = isFilled ? PAPER : '#0000'
    const icon = sharp(source).autoOrient().resize(size, size, { fit: 'contain', background })
    const filled = isFilled ? icon.flatten({ background }).removeAlpha() : icon.ensureAlpha()
    return new Uint8Array(await filled.png().toBuffer())
  })
}

const ICO_SIZES = [16, 32, 48]

/** An ICO of three PNGs: a header of 6 bytes, an entry of 16 bytes for each, then the PNGs. */
function drawIco(source: Buffer, key: string): Promise<Bytes> {
  return remember(`${key} ico`, async () => {
    const images = await Promise.all(ICO_SIZES.map(async (size) => ({ size, png: await drawIcon(source, key, size) })))
    const header = Buffer.alloc(6 + 16 * images.length)
    header.writeUInt16LE(1, 2)
    header.writeUInt16LE(images.length, 4)
    let offset = header.length
    for (const [index, { size, png }] of images.entries()) {
      const at = 6 + 16 * index
      header.writeUInt8(size, at)
      header.writeUInt8(size, at + 1)
      header.writeUInt16LE(1, at + 4)
      header.writeUInt16LE(32, at + 6)
      header.writeUInt32LE(png.length, at + 8)
      header.writeUInt32LE(offset, at + 12)
      offset += png.length
    }
    return new Uint8Array(Buffer.concat([header, ...images.map(({ png }) => png)]))
  })
}

function remember(key: string, draw: () => Promise<Bytes>): Promise<Bytes> {
  let bytes = drawn.get(key)
  if (!bytes) {
    bytes = draw()
    bytes.catch(() => drawn.delete(key))
    drawn.set(key, bytes)
  }
  return bytes
}
