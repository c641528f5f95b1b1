import { element, findAll, type HtmlElement, type HtmlNode, hasClass, isBlank, isElement } from './html-tree.ts'
import { type Builder, captionOf, link, withoutPictures } from './inline-content.ts'

/** One picture with its caption; `frame` says how wide it was. Empty without a picture. */
export function figure(
  images: readonly HtmlElement[],
  caption: readonly HtmlElement[],
  builder: Builder,
  frame: HtmlElement,
): HtmlNode[] {
  const [img] = images
  const picture = img && builder.picture(img)
  if (!img || !picture) return []
  const inner = [picture, ...withLinkOf(img, captionOf(caption, builder), builder)]
  const is = (pattern: RegExp) => hasClass(frame, pattern) || hasClass(img, pattern)
  const layout = is(/^alignleft$/)
    ? { 'data-align': 'left' }
    : is(/^alignright$/)
      ? { 'data-align': 'right' }
      : is(/^alignwide$/)
        ? { 'data-width': 'wide' }
        : is(/^alignfull$/)
          ? { 'data-width': 'full' }
          : undefined
  return [element('figure', layout ? { 'data-block': 'picture', ...layout } : {}, inner)]
}

const LINK = 'data-link'

/** Notes in each picture where the link leads that surrounds nothing but pictures. */
export function markLinkedPictures(nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (!isElement(node)) continue
    markLinkedPictures(node.children)
    const { href, rel = '' } = node.attributes
    const images = node.name === 'a' && href ? findAll(node.children, ({ name }) => name === 'img') : []
    if (images.length === 0 || !isBlank(withoutPictures(node.children))) continue
    // The picture itself in another size, its page, or a script.
    if (/\battachment\b/.test(rel) || /\.(?:jpe?g|png|gif|webp|avif|bmp|svg)(?:[?#]|$)|^(?:#|javascript:)/i.test(href!))
      continue
    for (const image of images) image.attributes[LINK] = href!
  }
}

/** The editor has no pictures that are links: the caption becomes the link, or has it at its end. */
function withLinkOf(img: HtmlElement, [caption]: HtmlElement[], builder: Builder): HtmlElement[] {
  const href = img.attributes[LINK]
  const captions = caption ? [caption] : []
  if (!href) return captions
  const links = findAll(caption?.children ?? [], ({ name }) => name === 'a')
  const words = caption && links.length === 0 ? caption.children : [img.attributes.alt || nameOf(href)]
  const moved = link(element('a', { href }, []), words, builder)
  const address = isElement(moved) && moved.attributes.href
  if (links.some((each) => each.attributes.href === address)) return captions
  builder.report('The link of a picture moved into its caption')
  return [element('figcaption', {}, links.length > 0 ? [...caption!.children, ' ', moved] : [moved])]
}

function nameOf(href: string): string {
  return URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href
}

export function gallery(node: HtmlElement, builder: Builder): HtmlNode[] {
  return pictures(node, builder, 'gallery')
}

/** The pictures of an element, each with the caption of its own frame, and the caption of all. */
export function pictures(node: HtmlElement, builder: Builder, block: 'gallery' | 'compare'): HtmlNode[] {
  const frames = findAll(
    node.children,
    (each) =>
      (each.name === 'figure' || each.name === 'li' || each.name === 'dl') &&
      findAll(each.children, ({ name }) => name === 'img').length === 1,
  )
  const framed = frames.flatMap((frame) => {
    const images = findAll(frame.children, ({ name }) => name === 'img')
    const caption = findAll(frame.children, (each) => each.name === 'figcaption' || hasClass(each, /gallery-caption$/))
    return figure(images, caption, builder, element('figure', {}, []))
  })
  const bare =
    frames.length > 0
      ? []
      : findAll(node.children, ({ name }) => name === 'img').flatMap((img) =>
          figure([img], [], builder, element('figure', {}, [])),
        )
  const all = [...framed, ...bare]
  const caption = captionOf(node.children.filter((child) => isElement(child, 'figcaption')) as HtmlElement[], builder)
  if (all.length < 2) return all
  return [element('figure', { 'data-block': block }, [...(block === 'compare' ? all.slice(0, 2) : all), ...caption])]
}

export function galleryOf(named: string, builder: Builder): HtmlNode[] {
  const ids = named.split(/[\s,]+/).filter(Boolean)
  if (ids.length === 0 && builder.attached.length === 0) builder.report('A gallery names no pictures and was left out')
  const all = (ids.length > 0 ? ids : builder.attached)
    .flatMap((id) => builder.pictureOf({ id, url: '' }) ?? [])
    .map((picture) => element('figure', {}, [picture]))
  return all.length < 2 ? all : [element('figure', { 'data-block': 'gallery' }, all)]
}
