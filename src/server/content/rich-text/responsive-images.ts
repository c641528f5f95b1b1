import { pictureUrl } from '../../../contract/picture-url.ts'
import type { Picture, PictureFormat } from '../../../contract/pictures.ts'
import { type Attributes, attributesOf, replaceTags, startTag } from './tags.ts'

/** The keys of the media library's images in cleaned HTML. */
export function mediaKeys(html: string): string[] {
  return [...new Set(attributesOf(html, 'img').flatMap(({ src }) => keyOf(src) ?? []))]
}

/** Images of the media library in every width and format, with their size, so that nothing moves when they come. */
export function withResponsiveImages(html: string, pictures: ReadonlyMap<string, Picture>): string {
  return replaceTags(html, 'img', (attributes) => {
    const picture = pictures.get(keyOf(attributes.src) ?? '')
    return picture
      ? pictureHtml(picture, { ...displaySize(picture, attributes), alt: attributes.alt ?? '' })
      : startTag('img', attributes)
  })
}

type DisplayOptions = { alt: string; sizes: string; width?: number; height?: number }

/** `<picture>` with the formats that browsers take, best first. `width` and `height` are the picture's own unless given. */
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

/** The width that the writer chose, with the height that belongs to it; else the picture's own. */
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

function keyOf(src = ''): string | undefined {
  return /^\/media\/([\w-]+)\/\d+\.(?:jpg|webp|avif)$/.exec(src)?.[1]
}

function sourceSet(picture: Picture, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
}

/** For browsers without `srcset`, and for machines that read the page: middling rather than huge. */
function fallbackWidth({ widths, width }: Picture): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
