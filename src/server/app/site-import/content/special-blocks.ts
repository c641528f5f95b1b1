import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { element, findAll, type HtmlElement, type HtmlNode, hasClass, isBlank, isElement, textIn } from './html-tree.ts'
import { type Builder, embed, type Lines, link, player, toInline, trimEnds, withoutPictures } from './inline-content.ts'
import { figure, gallery, galleryOf, pictures } from './picture-blocks.ts'
import { isProductBox, productBox, productCard } from './product-boxes.ts'

/** Blocks of WordPress and its plugins that have one of ours. Undefined for any other element. */
export function toSpecialBlock(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] | undefined {
  const { name, attributes, children } = node
  if (name === 'iframe')
    return embed(attributes['data-src'] || attributes['data-lazy-src'] || attributes.src || '', [], builder)
  if (name === 'video' || name === 'audio') return player(node, builder)
  if (name === 'details') return [details(node, builder, lines)]
  if (attributes['data-import'] === 'gallery') return galleryOf(attributes['data-ids'] ?? '', builder)
  if (attributes['data-block'] === 'callout')
    return [element('aside', { 'data-block': 'callout' }, builder.blocks(children, lines))]
  if (
    hasClass(
      node,
      /^(?:schema-faq|rank-math-faq|rank-math-list|wp-block-rank-math-faq-block|schema-faq-section|rank-math-(?:faq|list)-item)$/,
    )
  )
    return questions(node, builder, lines)
  if (
    hasClass(
      node,
      /^(?:wp-block-gallery|blocks-gallery-grid|gallery|tiled-gallery|wp-block-jetpack-(?:tiled-gallery|slideshow))$/,
    )
  )
    return gallery(node, builder)
  if (hasClass(node, /^(?:wp-block-jetpack-image-compare|wp-block-image-compare|twentytwenty-container)$/))
    return pictures(node, builder, 'compare')
  if (hasClass(node, /^wp-block-buttons?$/)) return buttons(node, builder, lines)
  if (hasClass(node, /^wp-block-pullquote$/))
    return [
      element(
        'blockquote',
        {},
        builder.blocks(
          findAll(children, (each) => each.name === 'p' || each.name === 'cite'),
          lines,
        ),
      ),
    ]
  if (hasClass(node, /^wp-block-embed$/)) {
    const frame = findAll(children, (each) => each.name === 'iframe')[0]?.attributes.src
    const caption = findAll(children, (each) => each.name === 'figcaption')
    const address = frame ?? textIn(children.filter((each) => !isElement(each, 'figcaption')))
    return isWebUrl(address) ? embed(address, caption, builder) : builder.blocks(children, lines)
  }
  if (name === 'figure') return toFigure(node, builder, lines)
  if (hasClass(node, /^(?:wp-caption)$/)) {
    const caption = findAll(children, (each) => hasClass(each, /^wp-caption-text$/))
    return figure(
      findAll(children, (each) => each.name === 'img'),
      caption,
      builder,
      node,
    )
  }
  // Pages have a table of contents of their own.
  if (hasClass(node, /^(?:eztoc-container|ez-toc-container|toc_container|lwptoc)$/)) return []
  if (attributes['data-import'] === 'product-card') return productCard(node, builder, lines)
  if (isProductBox(node)) return productBox(node, builder, lines)
  return undefined
}

function toFigure(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const caption = node.children.filter((child) => isElement(child, 'figcaption')) as HtmlElement[]
  const rest = node.children.filter((child) => !isElement(child, 'figcaption'))
  const images = findAll(rest, ({ name }) => name === 'img')
  const others = findAll(rest, ({ name }) =>
    ['table', 'iframe', 'video', 'audio', 'blockquote', 'pre', 'figure'].includes(name),
  )
  if (images.length === 1 && others.length === 0) return figure(images, caption, builder, node)
  if (images.length > 1) return pictures(node, builder, 'gallery')
  const blocks = builder.blocks(rest, lines)
  const words = caption.flatMap(({ children }) => toInline(children, builder, { breaksLines: false }))
  return isBlank(words) ? blocks : [...blocks, element('p', {}, words)]
}

function buttons(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const links = findAll(node.children, ({ name, attributes }) => name === 'a' && Boolean(attributes.href))
  return links.flatMap((each) => {
    const words = trimEnds(toInline(withoutPictures(each.children), builder, lines))
    return isBlank(words) ? [] : [element('p', { 'data-block': 'button' }, [link(each, words, builder)])]
  })
}

function details(node: HtmlElement, builder: Builder, lines: Lines): HtmlElement {
  const summary = node.children.find((child) => isElement(child, 'summary')) as HtmlElement | undefined
  const rest = node.children.filter((child) => child !== summary)
  return element('details', {}, [
    element('summary', {}, [textIn(summary?.children ?? []) || 'More']),
    ...builder.blocks(rest, lines),
  ])
}

/** Questions of Yoast and Rank Math. */
function questions(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const isItem = (each: HtmlElement) => hasClass(each, /^(?:schema-faq-section|rank-math-(?:faq|list)-item)$/)
  const items = isItem(node) ? [node] : findAll(node.children, isItem)
  const isQuestion = (each: HtmlElement) => hasClass(each, /question/)
  return items.map((item) => {
    const [asked] = findAll(item.children, isQuestion)
    const answer = findAll(item.children, (each) => hasClass(each, /answer/))
    return element('details', {}, [
      element('summary', {}, [textIn(asked?.children ?? []) || 'More']),
      ...builder.blocks(answer.length > 0 ? answer : item.children.filter((child) => child !== asked), lines),
    ])
  })
}

/** Questions that follow each other are one block. */
export function joinQuestions(nodes: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (!isElement(node, 'details')) joined.push(node)
    else if (last && isElement(last, 'section')) last.children.push(node)
    else joined.push(element('section', { 'data-block': 'faq' }, [node]))
  }
  return joined
}
