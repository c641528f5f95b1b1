import {
  element,
  findAll,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  parseTree,
  textIn as textOfNodes,
} from '../content/html-tree.ts'
import { isRow, type JsonRow, lineIn, rowsOf, textIn } from './json-rows.ts'

import { markdownToHtml } from './markdown-html.ts'

/** Losses: sentences with a full stop. */
export type Notes = Set<string>

/** The card of a Lexical or Mobiledoc text in plain HTML; cards of both have the same fields. */
export function renderCard(type: string, card: JsonRow, notes: Notes): HtmlNode[] {
  const line = (key: string) => lineIn(card, key)
  const html = (key: string) => parseTree(textIn(card, key))
  switch (type.replace(/^card-/, '')) {
    case 'image':
      return [figure([picture(line('src'), line('alt'))], html('caption'), line('cardWidth'))]
    case 'gallery': {
      const pictures = rowsOf(card.images).map((image) => {
        const caption = parseTree(textIn(image, 'caption'))
        return figure([picture(lineIn(image, 'src'), lineIn(image, 'alt'))], caption)
      })
      return [element('div', { class: 'gallery' }, [...pictures, ...captionOf(html('caption'))])]
    }
    case 'html':
    case 'email-html':
      return html('html')
    case 'markdown':
      return parseTree(markdownToHtml(textIn(card, 'markdown'), notes))
    case 'code':
    case 'codeblock':
      return [element('pre', {}, [element('code', {}, [textIn(card, 'code')])])]
    case 'hr':
    case 'horizontalrule':
      return [element('hr', {}, [])]
    case 'embed': {
      const frames = findAll(html('html'), ({ name }) => name === 'iframe')
      const inner = frames.length > 0 ? frames : [line('url')]
      return [element('figure', { class: 'wp-block-embed' }, [...inner, ...captionOf(html('caption'))])]
    }
    case 'bookmark': {
      const metadata = isRow(card.metadata) ? card.metadata : {}
      return bookmark(line('url'), lineIn(metadata, 'title'), lineIn(metadata, 'description'))
    }
    case 'button':
      return button(line('buttonUrl'), line('buttonText'))
    case 'callout':
      return callout(line('calloutEmoji'), html('calloutText'))
    case 'toggle':
      return toggle(html('heading'), html('content'))
    case 'product': {
      const title = textOfNodes(html('productTitle'))
      const image = line('productImageSrc')
      const link = button(line('productUrl'), line('productButton'))
      return product(title, {
        image: image ? picture(image, title) : undefined,
        words: html('productDescription'),
        link,
      })
    }
    case 'header':
      return [
        ...heading(textOfNodes(html('header'))),
        element('p', {}, html('subheader')),
        ...button(line('buttonUrl'), line('buttonText')),
      ]
    case 'call-to-action':
      return [...html('textValue'), ...button(line('buttonUrl'), line('buttonText'))]
    case 'video':
    case 'audio':
    case 'file':
      return file(line('src'), line('title') || line('fileTitle') || line('fileName'), notes)
    case 'paywall':
      return []
    default:
      notes.add(`The card “${type}” was left out.`)
      return []
  }
}

/** Replaces Ghost's own elements in HTML that it has rendered. */
export function simplifyCards(nodes: readonly HtmlNode[], notes: Notes): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return typeof node === 'string' ? [node] : []
    const card = simplifyCard(node, notes)
    return card ?? [{ ...node, children: simplifyCards(node.children, notes) }]
  })
}

/** Undefined for an element that is plain already. */
function simplifyCard(node: HtmlElement, notes: Notes): HtmlNode[] | undefined {
  const is = (name: string) => hasClass(node, new RegExp(`^${name}$`))
  const part = (name: string) => findAll(node.children, (each) => hasClass(each, new RegExp(`^${name}$`)))[0]
  const words = (name: string) => textOfNodes(part(name)?.children ?? [])
  const inner = (name: string) => simplifyCards(part(name)?.children ?? [], notes)
  const link = () => findAll(node.children, ({ name, attributes }) => name === 'a' && Boolean(attributes.href))[0]
  if (is('kg-image-card')) {
    const width = is('kg-width-wide') ? 'wide' : is('kg-width-full') ? 'full' : ''
    const caption = findAll(node.children, ({ name }) => name === 'figcaption')[0]?.children ?? []
    const images = findAll(node.children, ({ name }) => name === 'img')
    return [figure(images, caption, width)]
  }
  if (is('kg-bookmark-card'))
    return bookmark(
      part('kg-bookmark-container')?.attributes.href ?? '',
      words('kg-bookmark-title'),
      words('kg-bookmark-description'),
    )
  if (is('kg-button-card')) return buttonOf(link())
  if (is('kg-callout-card')) return callout(words('kg-callout-emoji'), inner('kg-callout-text'))
  if (is('kg-toggle-card')) return toggle(inner('kg-toggle-heading-text'), inner('kg-toggle-content'))
  if (is('kg-product-card')) {
    const title = words('kg-product-card-title')
    const found = part('kg-product-card-image')
    const image = found && element('img', { ...found.attributes, alt: found.attributes.alt || title }, [])
    return product(title, {
      image,
      words: inner('kg-product-card-description'),
      link: buttonOf(part('kg-product-card-button')),
    })
  }
  if (is('kg-audio-card') || is('kg-video-card') || is('kg-file-card')) {
    const source = findAll(node.children, ({ name }) => name === 'video' || name === 'audio')[0]?.attributes.src
    const name = words('kg-audio-title') || words('kg-file-card-title')
    return file(source ?? link()?.attributes.href ?? '', name, notes)
  }
  if (is('kg-header-card'))
    return [
      ...heading(words('kg-header-card-header') || words('kg-header-card-heading')),
      element('p', {}, [words('kg-header-card-subheader') || words('kg-header-card-subheading')]),
      ...buttonOf(part('kg-header-card-button')),
    ]
  if (is('kg-cta-card')) return [...inner('kg-cta-text'), ...buttonOf(part('kg-cta-button'))]
  if (is('kg-signup-card')) {
    notes.add('The card “signup” was left out.')
    return []
  }
  return undefined
}

const picture = (src: string, alt: string) => element('img', { src, alt }, [])

function figure(images: readonly HtmlElement[], caption: readonly HtmlNode[], width = ''): HtmlElement {
  const align = width === 'wide' || width === 'full' ? { class: `align${width}` } : {}
  return element('figure', align, [...images, ...captionOf(caption)])
}

function captionOf(caption: readonly HtmlNode[]): HtmlElement[] {
  return textOfNodes(caption) ? [element('figcaption', {}, [...caption])] : []
}

const heading = (text: string) => (text ? [element('h3', {}, [text])] : [])

type ProductParts = { image: HtmlElement | undefined; words: HtmlNode[]; link: HtmlNode[] }

/** As `productCard` reads it. */
function product(title: string, { image, words, link }: ProductParts): HtmlNode[] {
  const parts = [...heading(title), ...(image ? [figure([image], [])] : []), element('div', {}, words), ...link]
  return [element('div', { 'data-import': 'product-card' }, parts)]
}

function button(href: string, text: string): HtmlNode[] {
  return href ? [element('p', { 'data-block': 'button' }, [element('a', { href }, [text || href])])] : []
}

function buttonOf(link: HtmlElement | undefined): HtmlNode[] {
  return link ? button(link.attributes.href ?? '', textOfNodes(link.children)) : []
}

function bookmark(href: string, title: string, description: string): HtmlNode[] {
  if (!href) return []
  return [element('p', {}, [element('a', { href }, [title || href]), ...(description ? [` – ${description}`] : [])])]
}

function callout(emoji: string, text: HtmlNode[]): HtmlNode[] {
  const isBlock = text.some((node) => isElement(node, 'p', 'ul', 'ol'))
  const lead = emoji ? [`${emoji} `] : []
  return [
    element(
      'aside',
      { 'data-block': 'callout' },
      isBlock ? [...lead, ...text] : [element('p', {}, [...lead, ...text])],
    ),
  ]
}

function toggle(title: HtmlNode[], content: HtmlNode[]): HtmlNode[] {
  return [element('details', {}, [element('summary', {}, [textOfNodes(title)]), ...content])]
}

/** A recording or a download, which nothing here stores. */
function file(src: string, title: string, notes: Notes): HtmlNode[] {
  const name = title || src.split('/').at(-1) || 'without a name'
  notes.add(`The file “${name}” is not copied: the text links to its old address.`)
  return src ? [element('p', {}, [element('a', { href: src }, [name])])] : []
}
