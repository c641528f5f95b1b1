import { pictureUrl, widthsUpTo } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { ownPinAttributes } from '../../../contract/content/pins.ts'
import { isRefusedPicture } from '../../../contract/platform/refused-pictures.ts'
import { mediaKey, toSecureUrl } from '../../../contract/platform/urls.ts'
import { type Attributes, startTag } from './html-tokens.ts'

/**
 * An `img` tag; an image of the media library as `<picture>` with its size, which prevents layout shifts. In a block that is
 * not as wide as the text, the block gives the `sizes`; a landscape picture in another figure reaches into the margin.
 */
export function responsiveImage(
  attributes: Attributes,
  pictures: ReadonlyMap<string, Picture>,
  figure?: { sizes: string | undefined },
): string {
  const { src = '' } = attributes
  const picture = pictures.get(mediaKey(src) ?? '')
  if (!picture && isRefusedPicture(src)) return ''
  // Bodies that were stored before `http:` images were rewritten.
  if (!picture) return startTag('img', src ? { ...attributes, src: toSecureUrl(src) } : attributes)
  const own = Object.fromEntries(ownPinAttributes.map((name) => [name, attributes[name]]))
  return pictureHtml(picture, {
    ...(figure?.sizes ? { sizes: figure.sizes } : displaySize(picture, attributes, figure !== undefined)),
    alt: attributes.alt ?? '',
    own,
  })
}

/** Width by height from which a picture is wide enough for text and margin. */
const LANDSCAPE = 1.25
/** `styles/article.css` sets a figure with these `sizes` over both. */
const TEXT_AND_MARGIN = '(min-width: 1280px) 888px, '

type DisplayOptions = {
  alt: string
  sizes: string
  width?: number
  height?: number
  /** Further attributes of the `img`. */
  own?: Record<string, string | undefined> | undefined
}

/**
 * A picture of at most `drawn` CSS pixels on phones: in AVIF, and as one JPEG. Articles show many, and each width of
 * each format would be a part of the page.
 */
export function smallPictureHtml(
  picture: Picture,
  { alt, sizes, drawn, own }: Pick<DisplayOptions, 'alt' | 'sizes' | 'own'> & { drawn: number },
): string {
  const { width, height } = picture
  const src = pictureUrl(picture, fallbackWidth(picture), 'jpg')
  const image = startTag('img', { src, width, height, alt, loading: 'lazy', decoding: 'async', ...own })
  const widths = widthsUpTo(drawn, picture)
  return `<picture>${source(picture, { widths, sizes })}${image}</picture>`
}

/**
 * A picture of `drawn` CSS pixels next to a text that says the same: one file, which mails and feeds leave out. '' for a product
 * without a picture.
 */
export function thumbnailHtml(
  { picture, imageUrl }: { picture?: Picture | null | undefined; imageUrl: string },
  drawn: number,
): string {
  const src = picture ? pictureUrl(picture, widthsUpTo(drawn, picture).at(-1) ?? picture.width, 'webp') : imageUrl
  if (!src) return ''
  const size = { width: drawn, height: drawn * 1.25 }
  return startTag('img', { src, ...size, alt: '', loading: 'lazy', 'data-pin-nopin': '', 'data-part': 'thumbnail' })
}

/** `<picture>` with AVIF sources, and one JPEG for browsers without AVIF. `width` and `height` are the picture's own unless given. */
function pictureHtml(
  picture: Picture,
  { alt, sizes, width = picture.width, height = picture.height, own }: DisplayOptions,
): string {
  const { widths } = picture
  const image = startTag('img', {
    src: pictureUrl(picture, fallbackWidth(picture), 'jpg'),
    width,
    height,
    alt,
    loading: 'lazy',
    decoding: 'async',
    ...own,
  })
  return `<picture>${source(picture, { widths, sizes })}${image}</picture>`
}

/** The width that the writer chose and its height in proportion; without one, the picture's own size. */
function displaySize(
  { width, height }: Picture,
  attributes: Attributes,
  isFigure: boolean,
): Pick<DisplayOptions, 'sizes' | 'width' | 'height'> {
  const chosen = Number(attributes.width)
  if (!(chosen > 0 && chosen < width)) {
    const reachesMargin = isFigure && width >= LANDSCAPE * height
    return { sizes: `${reachesMargin ? TEXT_AND_MARGIN : ''}(min-width: 768px) 640px, 92vw` }
  }
  const narrow = Math.min(640, chosen)
  return {
    sizes: `(min-width: 768px) ${narrow}px, min(92vw, ${chosen}px)`,
    width: chosen,
    height: Math.round((chosen * height) / width),
  }
}

function source(picture: Picture, { widths, sizes }: { widths: number[]; sizes: string }): string {
  const srcset = widths.map((width) => `${pictureUrl(picture, width, 'avif')} ${width}w`).join(', ')
  return startTag('source', { type: 'image/avif', srcset, sizes })
}

/** A medium width for browsers without `srcset` and for crawlers. */
function fallbackWidth({ widths, width }: Picture): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
