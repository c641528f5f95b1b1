import { element, findAll, type HtmlElement, type HtmlNode, hasClass, isElement, textIn } from '../content/html-tree.ts'
import { isRow, type JsonRow, lineIn, parsedJson, rowsOf } from './json-rows.ts'

type Report = {
  /** A loss: a sentence with a full stop. */
  notes: Set<string>
  /** A picture of the text. */
  addPicture(url: string, alt: string): void
}

/** Replaces Substack's own elements, which hold what they are as JSON in `data-attrs`, by plain HTML. */
export function simplifySubstack(nodes: readonly HtmlNode[], report: Report): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return typeof node === 'string' ? [node] : []
    const data = dataOf(node)
    const block = simplifyMedia(node, data, report) ?? simplifyEmbed(node, data) ?? simplifyText(node, data, report)
    return block ?? [{ ...node, children: simplifySubstack(node.children, report) }]
  })
}

function dataOf({ attributes }: HtmlElement): JsonRow {
  const data = parsedJson(attributes['data-attrs'] ?? '')
  return isRow(data) ? data : {}
}

/** Undefined for an element of another kind, as in the functions below. */
function simplifyMedia(node: HtmlElement, data: JsonRow, report: Report): HtmlNode[] | undefined {
  const captionOf = (parent: HtmlElement) =>
    findAll(parent.children, ({ name }) => name === 'figcaption').map((each) => ({
      ...each,
      children: simplifySubstack(each.children, report),
    }))
  if (node.name === 'img') return [picture(lineIn(data, 'src') || node.attributes.src || '', altOf(node, data), report)]
  if (hasClass(node, /^captioned-image-container$/)) {
    const images = findAll(node.children, ({ name }) => name === 'img')
    return [element('figure', {}, [...simplifySubstack(images, report), ...captionOf(node)])]
  }
  if (hasClass(node, /^image-gallery-embed$/)) {
    const gallery = isRow(data.gallery) ? data.gallery : {}
    const pictures = rowsOf(gallery.images).map((image) =>
      element('figure', {}, [picture(lineIn(image, 'src'), lineIn(gallery, 'alt'), report)]),
    )
    const caption = lineIn(gallery, 'caption')
    return [
      element('div', { class: 'gallery' }, [...pictures, ...(caption ? [element('figcaption', {}, [caption])] : [])]),
    ]
  }
  if (hasClass(node, /^(?:native-(?:audio|video)-embed|file-embed-wrapper)$/)) {
    const isFile = hasClass(node, /^file-embed-wrapper$/)
    report.notes.add(isFile ? 'A download was left out.' : 'A recording was left out.')
    return []
  }
  return undefined
}

const altOf = ({ attributes }: HtmlElement, data: JsonRow) =>
  attributes.alt || lineIn(data, 'alt') || lineIn(data, 'title')

function picture(src: string, alt: string, { addPicture }: Report): HtmlElement {
  const url = originalPicture(src)
  if (url) addPicture(url, alt)
  return element('img', { src: url, alt }, [])
}

/** The picture as it was uploaded, of one that Substack's CDN makes smaller. */
function originalPicture(url: string): string {
  const original =
    /^https:\/\/(?:substackcdn|cdn\.substack)\.com\/image\/fetch\/.*?(https?(?::|%3A)(?:\/\/|%2F%2F).*)$/i.exec(
      url,
    )?.[1]
  try {
    return original ? decodeURIComponent(original) : url
  } catch {
    return url
  }
}

function simplifyEmbed(node: HtmlElement, data: JsonRow): HtmlNode[] | undefined {
  const id = lineIn(data, 'videoId')
  const embed = (url: string) => [element('figure', { class: 'wp-block-embed' }, [url])]
  if (hasClass(node, /^youtube-wrap$/) && id) return embed(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`)
  if (hasClass(node, /^vimeo-wrap$/) && id) return embed(`https://vimeo.com/${encodeURIComponent(id)}`)
  const instagram = lineIn(data, 'instagram_id')
  if (hasClass(node, /^instagram/) && instagram)
    return embed(`https://www.instagram.com/p/${encodeURIComponent(instagram)}/`)
  if (hasClass(node, /^(?:tweet|twitter-embed|tiktok-wrap|bluesky-wrap|spotify-wrap|apple-podcast-container)$/)) {
    const url = lineIn(data, 'url') || node.attributes.src
    return url ? embed(url) : undefined
  }
  if (hasClass(node, /^(?:embedded-post-wrap|digest-post-embed|embedded-publication-wrap)$/)) {
    const url = lineIn(data, 'canonical_url') || lineIn(data, 'url') || lineIn(data, 'base_url')
    const title = lineIn(data, 'title') || lineIn(data, 'name') || url
    return url ? [element('p', {}, [element('a', { href: url }, [title])])] : undefined
  }
  return undefined
}

function simplifyText(node: HtmlElement, data: JsonRow, report: Report): HtmlNode[] | undefined {
  const inner = () => simplifySubstack(node.children, report)
  if (hasClass(node, /^subscription-widget-wrap/)) {
    report.notes.add('A form or a button to subscribe or share was left out.')
    return []
  }
  if (hasClass(node, /^button-wrapper$/) || hasClass(node, /^captioned-button-wrap$/))
    return buttonOf(node, data, report)
  if (hasClass(node, /^pullquote$/)) return [element('blockquote', {}, inner())]
  if (hasClass(node, /^callout-block$/)) return [element('aside', { 'data-block': 'callout' }, inner())]
  if (hasClass(node, /^paywall-jump$/)) return []
  if (hasClass(node, /^footnote-anchor$/)) return [element('sup', {}, [textIn(node.children)])]
  if (hasClass(node, /^footnote$/)) return footnote(node, report)
  if (hasClass(node, /^latex-rendered$/))
    return [element('p', {}, [element('code', {}, [lineIn(data, 'persistentExpression')])])]
  const isEmpty = textIn(node.children) === '' && findAll(node.children, ({ name }) => name === 'img').length === 0
  if (node.attributes['data-attrs'] !== undefined && isEmpty && node.name !== 'iframe') {
    report.notes.add(`The part “${(node.attributes.class ?? node.name).slice(0, 100)}” was left out.`)
    return []
  }
  return undefined
}

/** Addresses such as `%%checkout_url%%` are Substack's own. */
function buttonOf(node: HtmlElement, data: JsonRow, { notes }: Report): HtmlNode[] {
  const link = findAll(node.children, ({ name }) => name === 'a')[0]
  const url = lineIn(data, 'url') || link?.attributes.href || ''
  if (!url || url.includes('%%') || /[?&]action=share/.test(url)) {
    notes.add('A form or a button to subscribe or share was left out.')
    return []
  }
  const text = lineIn(data, 'text') || textIn(link?.children ?? []) || url
  return [element('p', { 'data-block': 'button' }, [element('a', { href: url }, [text])])]
}

function footnote(node: HtmlElement, report: Report): HtmlNode[] {
  const number = findAll(node.children, (each) => hasClass(each, /^footnote-number$/))[0]
  const content = findAll(node.children, (each) => hasClass(each, /^footnote-content$/))[0]
  const [first, ...rest] = simplifySubstack(content?.children ?? [], report)
  const lead = [element('sup', {}, [textIn(number?.children ?? [])]), ' ']
  if (first === undefined) return []
  return [element('p', {}, [...lead, ...(isElement(first, 'p') ? first.children : [first])]), ...rest]
}
