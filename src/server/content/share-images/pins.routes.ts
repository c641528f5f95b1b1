import { Hono } from 'hono'
import { findSite, type Site } from '../../../contract/accounts/site.ts'
import { coloursOf } from '../../../contract/accounts/theme.ts'
import * as contract from '../../../contract/content/pins.ts'
import { findPost } from '../../../contract/content/post-endpoints.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import { Slug } from '../../../contract/platform/paths.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { notFound } from '../../platform/http/errors.ts'
import { readParam } from '../../platform/http/validate.ts'
import { drawPin, type PinImage } from './draw-pin.ts'
import { findMissing } from './drawing-fonts.ts'

type PinOptions = {
  read: Read
  /** The bytes of an image of the media library; undefined if it does not exist. */
  readSource: (key: string) => Promise<Buffer | undefined>
}

/** The pins of published posts, 1000 x 1500. */
export function pinRoutes({ read, readSource }: PinOptions) {
  return new Hono().get('/share/pins/:file{[^/]+\\.jpg}', async (c) => {
    const slug = readParam(c, 'file', Slug, 'Post not found').replace(/\.jpg$/, '')
    const [site, post] = await Promise.all([read(findSite), read(findPost, { params: { slug } })])
    if (!post) throw notFound('Post not found')
    const { title, categoryName, pinLayout, pinImage, coverImage, content, picture } = post
    const own = pinImage || coverImage
    const address = own || firstPicture(content)
    const focus = picture && mediaKey(address) === picture.key ? picture.focus : undefined
    const image = await drawPin({
      ...theme(site),
      layout: pinLayout ?? 'below',
      title,
      label: categoryName ?? '',
      picture: await readPicture(readSource, address, focus),
    })
    return c.body(image, 200, {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      // Other sites show them.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}

/** The preview for the editor, of what is typed and not saved yet, and what it leaves out. */
export function pinPreviewRoutes({ read, readSource }: PinOptions) {
  return [
    bind(contract.previewPin, async ({ query: { layout, title, label, image } }) => {
      const picture = await readPicture(readSource, image)
      const pin = await drawPin({ ...theme(await read(findSite)), layout, title, label, picture })
      return { chunks: inOnePart(pin), headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' } }
    }),
    bind(contract.checkPinText, async ({ query: { title, label } }) => {
      const { brand } = await read(findSite)
      return { body: { missing: await findMissing([title, label, brand].join(' ')) } }
    }),
  ]
}

async function* inOnePart(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield bytes
}

const theme = ({
  brand,
  appearance: { palette, accent, type },
}: Site): Pick<PinImage, 'brand' | 'colours' | 'type'> => ({
  brand,
  colours: coloursOf(palette, accent, 'light'),
  type,
})

/** The address of the first picture of the media library in a body, which may be a product's. */
function firstPicture(html: string): string {
  return / src="(\/media\/[\w-]+\/[\w.]+)"/.exec(html)?.[1] ?? ''
}

/** Undefined for an image of another site, which is not fetched. */
async function readPicture(
  readSource: PinOptions['readSource'],
  address: string,
  focus?: { x: number; y: number } | null,
): Promise<PinImage['picture']> {
  const key = mediaKey(address)
  const source = key ? await readSource(key) : undefined
  return key && source ? { key, source, focus } : undefined
}
