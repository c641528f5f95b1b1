import { type BlockName, blockOf, isNote } from '../../../contract/content/blocks.ts'
import { socialCardOf } from '../../../contract/content/social-cards.ts'
import { videoOf } from '../../../contract/content/videos.ts'
import { type Attributes, parseHtml, startTag, type Token } from './html-tokens.ts'

/** The figure that a tag stands in: a block with pictures, or a picture with a caption. */
export type RenderedFigure = {
  block: BlockName
  /** The `sizes` of its pictures; undefined where they follow from the picture (`responsive-images.ts`). */
  sizes: string | undefined
}

/**
 * The figure that each token belongs to, by the token's index. In one pass over the tokens, since bodies may
 * be nested deeply.
 */
export function findFigures(tokens: Token[]): (RenderedFigure | undefined)[] {
  const found: (RenderedFigure | undefined)[] = []
  const open: (Figure | undefined)[] = []
  for (const [at, token] of tokens.entries()) {
    const outer = open.at(-1)
    if (token.kind === 'text') found[at] = outer
    else if (token.kind === 'close') found[at] = token.name === 'figure' ? (open.pop() ?? outer) : outer
    else {
      if (token.name === 'img' && outer) outer.pictures += 1
      if (token.name === 'figure') open.push(figureOf(token.attributes, outer))
      found[at] = open.at(-1)
    }
  }
  for (const figure of new Set(found)) if (figure) figure.sizes = sizesOf(figure as Figure)
  return found
}

type Figure = RenderedFigure & { attributes: Attributes; pictures: number }

/** A figure without a block of its own is a picture, or a part of the block around it. */
function figureOf(attributes: Attributes, outer: Figure | undefined): Figure {
  const block = blockOf('figure', attributes)
  if (!block && outer) return outer
  return { block: block ?? 'picture', attributes, pictures: 0, sizes: undefined }
}

/** The most that a block's width stands for, and what the page leaves free of the screen (`styles/blocks.css`), in pixels. */
const widths: Record<string, { most: number; margin: number }> = {
  wide: { most: 960, margin: 80 },
  full: { most: 1216, margin: 64 },
}

function sizesOf({ block, attributes, pictures }: Figure): string | undefined {
  const width = attributes['data-width'] ?? 'text'
  if (block === 'picture') {
    if (width === 'small' || attributes['data-align']) return '(min-width: 640px) 320px, 92vw'
    return widths[width] && sizesFor(width, 1, '100vw')
  }
  switch (block) {
    case 'row':
      return sizesFor(width, Math.min(3, Math.max(1, pictures)), '92vw')
    case 'gallery':
      return attributes['data-layout'] === 'strip' ? '(min-width: 640px) 400px, 78vw' : sizesFor(width, 3, '46vw')
    case 'video':
      if (attributes['data-shape'] === 'upright') return '(min-width: 435px) 400px, 92vw'
      return sizesFor(width, 1, '92vw')
    default:
      return sizesFor(width, 1, '92vw')
  }
}

/** `narrow` is the width on phones, where every block is as wide as the text. */
function sizesFor(name: string, columns: number, narrow: string): string {
  const width = widths[name]
  if (!width) return `(min-width: 768px) ${Math.round(640 / columns)}px, ${narrow}`
  const [most, vw, margin] = [width.most, 100, width.margin].map((part) => Math.round(part / columns))
  return `(min-width: 640px) min(${most}px, ${vw}vw - ${margin}px), ${narrow}`
}

/** The start tag of a block whose page differs from what is stored; undefined for every other tag. */
export function renderBlockStart(
  name: string,
  attributes: Attributes,
  { figure, isMail }: { figure: RenderedFigure | undefined; isMail: boolean },
): string | undefined {
  if (name === 'a' && figure?.block === 'video') return videoLink(attributes, isMail)
  const block = blockOf(name, attributes)
  if (block && isNote(block)) return startTag(name, { ...attributes, role: 'note' })
  // A strip scrolls, so it can have the focus.
  if (block === 'gallery' && attributes['data-layout'] === 'strip')
    return startTag(name, { ...attributes, tabindex: 0, 'aria-label': 'Gallery' })
  return undefined
}

/** A link to the page of a video, which a script replaces by the player on a click, or a card that stays a link. */
function videoLink({ href = '', rel = '' }: Attributes, isMail: boolean): string | undefined {
  const paid = /\bsponsored\b/.test(rel) ? rel : undefined
  const card = socialCardOf(href)
  if (card)
    return `${startTag('a', { href: card.page, rel: paid, 'data-part': 'card' })}<small>On ${card.network}:</small> `
  const video = videoOf(href)
  if (!video) return undefined
  const link = startTag('a', { href: video.page, rel: paid, 'data-embed': video.embed })
  if (video.provider === 'TikTok' && !isMail) return `${link}${playsFromTikTok} `
  return `${link}<small>${video.provider === 'file' ? 'Video' : videoOn(video.provider)}:</small> `
}

const playsFromTikTok = '<small data-plays="TikTok">Plays from TikTok, which then sees your visit:</small>'

/** Says where a video is, for places that play none. */
export function videoOn(provider: string): string {
  return `Video on ${provider}`
}

/** The services whose players a stored body shows. */
export function videoProvidersIn(html: string): Set<string> {
  const tokens = parseHtml(html)
  const figures = findFigures(tokens)
  const found = tokens.flatMap((token, at) => {
    const isVideo = token.kind === 'open' && token.name === 'a' && figures[at]?.block === 'video'
    return (isVideo && videoOf(token.attributes.href ?? '')?.provider) || []
  })
  return new Set(found)
}
