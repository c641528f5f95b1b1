import { type BlockName, blockOf, isNote } from '../../../contract/content/blocks.ts'
import { videoOf } from '../../../contract/content/videos.ts'
import { type Attributes, startTag, type Token } from './html-tokens.ts'

/** The block with pictures that a tag stands in. */
export type RenderedFigure = {
  block: BlockName
  /** The `sizes` of its pictures; undefined where they are as wide as the text. */
  sizes: string | undefined
}

/**
 * The block with pictures that each token belongs to, by the token's index. In one pass over the tokens, since bodies may
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
      if (token.name === 'figure') open.push(figureOf(token.attributes) ?? outer)
      found[at] = open.at(-1)
    }
  }
  for (const figure of new Set(found)) if (figure) figure.sizes = sizesOf(figure as Figure)
  return found
}

type Figure = RenderedFigure & { attributes: Attributes; pictures: number }

function figureOf(attributes: Attributes): Figure | undefined {
  const block = blockOf('figure', attributes)
  return block && { block, attributes, pictures: 0, sizes: undefined }
}

/** Widths from 1280 and from 768 px on of what a block's width stands for; below, every block is as wide as the text. */
const widths: Record<string, [number, number]> = { text: [640, 640], wide: [960, 720], full: [1216, 720] }

function sizesOf({ block, attributes, pictures }: Figure): string | undefined {
  const width = attributes['data-width'] ?? 'text'
  if (block === 'picture') {
    if (width === 'small' || attributes['data-align']) return '(min-width: 640px) 320px, 92vw'
    return sizesFor(width, 1, '100vw')
  }
  switch (block) {
    case 'row':
      return sizesFor(width, Math.min(3, Math.max(1, pictures)), '92vw')
    case 'gallery':
      return attributes['data-layout'] === 'strip' ? '(min-width: 640px) 400px, 78vw' : sizesFor(width, 3, '46vw')
    default:
      return sizesFor(width, 1, '92vw')
  }
}

function sizesFor(width: string, columns: number, narrow: string): string {
  const [large, medium] = widths[width] ?? widths.text!
  const column = (pixels: number) => `${Math.round(pixels / columns)}px`
  if (large === medium) return `(min-width: 768px) ${column(medium)}, ${narrow}`
  return `(min-width: 1280px) ${column(large)}, (min-width: 768px) ${column(medium)}, ${narrow}`
}

/** The start tag of a block whose page differs from what is stored; undefined for every other tag. */
export function renderBlockStart(
  name: string,
  attributes: Attributes,
  figure: RenderedFigure | undefined,
): string | undefined {
  if (name === 'a' && figure?.block === 'video') return videoLink(attributes.href)
  const block = blockOf(name, attributes)
  if (block && isNote(block)) return startTag(name, { ...attributes, role: 'note' })
  // A strip scrolls, so it can have the focus.
  if (block === 'gallery' && attributes['data-layout'] === 'strip')
    return startTag(name, { ...attributes, tabindex: 0, 'aria-label': 'Gallery' })
  return undefined
}

/** A link to the page of a video; a script replaces it by the player on a click. */
function videoLink(href = ''): string | undefined {
  const video = videoOf(href)
  if (!video) return undefined
  const source = video.provider === 'file' ? 'Video' : `Video on ${video.provider}`
  return `${startTag('a', { href: video.page, 'data-embed': video.embed })}<small>${source}:</small> `
}
