import { pictureUrl } from '../../../contract/picture-url.ts'
import type { Picture, PictureFormat } from '../../../contract/pictures.ts'
import { mediaKey, toSecureUrl } from '../../../contract/urls.ts'
import { type Attributes, startTag } from './html-tokens.ts'

/** An `img` tag; an image of the media library as `<picture>` with its size, which prevents layout shifts. */
export function responsiveImage(attributes: Attributes, pictures: ReadonlyMap<string, Picture>): string {
  const { src = '' } = attributes
  const picture = pictures.get(mediaKey(src) ?? '')
  // Bodies that were stored before `http:` images were rewritten.
  if (!picture) return startTag('img', src ? { ...attributes, src: toSecureUrl(src) } : attributes)
  return pictureHtml(picture, { ...displaySize(picture, attributes), alt: attributes.alt ?? '' })
}

type DisplayOptions = { alt: string; sizes: string; width?: number; height?: number }

/** `<picture>` with AVIF, WebP and JPEG sources. `width` and `height` are the picture's own unless given. */
export function pictureHtml(
  picture: Picture,
  { alt, sizes, width = picture.width, height = picture.height }: DisplayOptions,
): string {
  const source = (format: PictureFormat) =>
    startTag('source', { type: `image/${format}`, srcset: sourceSet(picture, format), sizes })
  const image = startTag('img', {
    src: pictureUrl(picture, fallbackWidth(picture), 'jpg'),
    srcset: sourceSet(picture, 'jpg'),
    sizes,
    width,
    height,
    alt,
    loading: 'lazy',
    decoding: 'async',
  })
  return `<picture>${source('avif')}${source('webp')}${image}</picture>`
}

/** The width that the writer chose and its height in proportion; without one, the picture's own size. */
function displaySize(
  { width, height }: Picture,
  attributes: Attributes,
): Pick<DisplayOptions, 'sizes' | 'width' | 'height'> {
  const chosen = Number(attributes.width)
  if (!(chosen > 0 && chosen < width)) return { sizes: '(min-width: 768px) 640px, 92vw' }
  const narrow = Math.min(640, chosen)
  return {
    sizes: `(min-width: 768px) ${narrow}px, min(92vw, ${chosen}px)`,
    width: chosen,
    height: Math.round((chosen * height) / width),
  }
}

function sourceSet(picture: Picture, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
}

/** A medium width for browsers without `srcset` and for crawlers. */
function fallbackWidth({ widths, width }: Picture): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
