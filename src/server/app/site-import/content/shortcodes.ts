import { escapeHtml } from '../../../content/rich-text/html-tokens.ts'

/** `[name first="a" "b"]inner[/name]`; `list` has the values without a name. */
export type Shortcode = {
  name: string
  attributes: Record<string, string>
  list: string[]
  inner: string
  source: string
}

type Token = { kind: 'text'; text: string } | { kind: 'open' | 'close'; name: string; attributes: string; text: string }

/** One tag, with a second bracket on each side where it is escaped. */
const TAG = /\[(\[?)(\/?)([a-z][\w-]*)((?:\s+(?:"[^"]*"|'[^']*'|[^\]"']){0,2000})?|\s*\/)\](\]?)/giu

/**
 * Replaces the shortcodes of a text by HTML, the inner ones first. `render` returns undefined for one that it does not know, which
 * stays as it is written.
 */
export function replaceShortcodes(text: string, render: (shortcode: Shortcode) => string | undefined): string {
  const tokens = tokenize(text)
  const closes = matchTags(tokens)
  const renderRange = (from: number, to: number): string => {
    let html = ''
    for (let at = from; at < to; at += 1) {
      const token = tokens[at]!
      if (token.kind !== 'open') {
        html += token.text
        continue
      }
      const end = closes.get(at)
      const inner = end === undefined ? '' : renderRange(at + 1, end)
      const source = token.text + (end === undefined ? '' : inner + tokens[end]!.text)
      html += render({ name: token.name, ...parseAttributes(token.attributes), inner, source }) ?? source
      at = end ?? at
    }
    return html
  }
  return renderRange(0, tokens.length)
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const match of text.matchAll(TAG)) {
    const [tag, escaped, slash, name = '', attributes = '', closing] = match
    tokens.push({ kind: 'text', text: text.slice(at, match.index) })
    at = match.index + tag.length
    // Doubled brackets show a shortcode as text.
    if (escaped && closing) tokens.push({ kind: 'text', text: tag.slice(1, -1) })
    else {
      const kind = slash ? 'close' : 'open'
      if (escaped) tokens.push({ kind: 'text', text: '[' })
      tokens.push({
        kind,
        name: name.toLowerCase(),
        attributes,
        text: tag.slice(escaped ? 1 : 0, closing ? -1 : undefined),
      })
      if (closing) tokens.push({ kind: 'text', text: ']' })
    }
  }
  tokens.push({ kind: 'text', text: text.slice(at) })
  return tokens
}

/** Shortcodes within each other at most. */
const DEPTH_MAX = 100

/** The closing tag of each opening one that has one. */
function matchTags(tokens: readonly Token[]): Map<number, number> {
  const closes = new Map<number, number>()
  let open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'open' && !token.attributes.trim().endsWith('/')) open.push(at)
    if (token.kind !== 'close') continue
    const depth = open.findLastIndex((start) => (tokens[start] as { name: string }).name === token.name)
    if (depth < 0) continue
    if (depth < DEPTH_MAX) closes.set(open[depth]!, at)
    open = open.slice(0, depth)
  }
  return closes
}

function parseAttributes(text: string): Pick<Shortcode, 'attributes' | 'list'> {
  const attributes: Record<string, string> = {}
  const list: string[] = []
  // WordPress shows straight quotes as curly ones, which are pasted back.
  const straight = text.replace(/[“”″]/g, '"')
  for (const [, name, inDouble, inSingle, bare, alone] of straight.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|("[^"]*"|'[^']*'|[^\s"'/]\S*)/g,
  )) {
    if (name) attributes[name.toLowerCase()] = inDouble ?? inSingle ?? bare ?? ''
    else if (alone) list.push(alone.replace(/^["']|["']$/g, ''))
  }
  return { attributes, list }
}

/** Plugins that build pages of boxes: their boxes go, what is in them stays. */
const builder =
  /^(?:vc|et_pb|fusion|fl|av|cs|tatsu|mk|wpb|su|fusion_builder|siteorigin|nectar|stm|ult|dt|x)_|^(?:row|column|col|section|container|one_half|one_third|two_third|one_fourth|three_fourth|(?:one|two|three)_(?:half|third|fourth|fifth)(?:_last)?|tabs?|toggle|accordion|spacer|clear|divider|raw|center|left|right|lead|intro|highlight|dropcap|box)$/

/** The HTML for a shortcode, and a line of the report if something of it is lost. */
export type Rendered = { html: string; problem?: string }

/** Undefined for one that stays as text; with a problem if it is one at all. */
export function renderShortcode(shortcode: Shortcode): Rendered | undefined {
  const { name, attributes, inner } = shortcode
  const known = renderers[name]?.(shortcode)
  if (known) return known
  const url = attributes.button_url ?? attributes.url ?? attributes.link ?? attributes.href
  if (/button$/.test(name) && url)
    return { html: button(addressIn(url), attributes.button_text ?? attributes.title ?? inner) }
  if (/(?:_image|_img)$/.test(name) && builder.test(name)) return { html: pictureOf(attributes) }
  if (/(?:_video|_youtube|_vimeo)$/.test(name) && url) return { html: paragraph(url) }
  if (builder.test(name)) return { html: blank(titleOf(attributes) + inner) }
  return undefined
}

const renderers: Record<string, (shortcode: Shortcode) => Rendered> = {
  caption: ({ attributes, inner }) => ({ html: captioned(attributes, inner) }),
  wp_caption: ({ attributes, inner }) => ({ html: captioned(attributes, inner) }),
  gallery: ({ attributes }) => ({
    html: blank(
      `<div data-import="gallery" data-ids="${escapeHtml(attributes.ids ?? attributes.include ?? '')}"></div>`,
    ),
  }),
  embed: ({ inner, attributes, list }) => ({ html: paragraph(inner || attributes.src || list[0] || '') }),
  youtube: ({ inner, attributes, list }) => ({
    html: paragraph(youTubeOf(inner || attributes.url || attributes.id || list[0] || '')),
  }),
  vimeo: ({ inner, attributes, list }) => ({
    html: paragraph(vimeoOf(inner || attributes.url || attributes.id || list[0] || '')),
  }),
  instagram: ({ attributes, list }) => ({ html: paragraph(attributes.url ?? list[0] ?? '') }),
  video: ({ attributes, inner }) => ({
    html: paragraph(attributes.src ?? attributes.mp4 ?? attributes.m4v ?? attributes.webm ?? inner),
  }),
  audio: ({ attributes }) => ({
    html: paragraph(attributes.src ?? attributes.mp3 ?? attributes.m4a ?? attributes.ogg ?? ''),
    problem: 'A player of sounds became a link',
  }),
  playlist: () => ({ html: '', problem: 'A playlist was left out' }),
  quote: ({ inner }) => ({ html: `<blockquote>${inner}</blockquote>` }),
  su_quote: ({ inner }) => ({ html: `<blockquote>${inner}</blockquote>` }),
  su_note: ({ inner }) => ({ html: blank(`<aside data-block="callout"><p>${inner}</p></aside>`) }),
  su_spoiler: ({ attributes, inner }) => ({ html: question(attributes.title ?? '', inner) }),
  vc_toggle: ({ attributes, inner }) => ({ html: question(attributes.title ?? '', inner) }),
  et_pb_toggle: ({ attributes, inner }) => ({ html: question(attributes.title ?? '', inner) }),
  fusion_toggle: ({ attributes, inner }) => ({ html: question(attributes.title ?? '', inner) }),
  vc_btn: ({ attributes }) => ({ html: button(addressIn(attributes.link ?? ''), attributes.title ?? '') }),
  thirstylink: ({ attributes, inner }) => ({
    html: `<a data-import="link" data-id="${escapeHtml(attributes.ids ?? attributes.linkid ?? attributes.id ?? '')}">${inner}</a>`,
  }),
}

/** A block of its own: paragraphs by blank lines end before and after it. */
const blank = (html: string) => `\n\n${html}\n\n`
const paragraph = (text: string) => (text.trim() ? blank(`<p>${text.trim()}</p>`) : '')
const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${text}</a>`
const button = (href: string, text: string) =>
  href && text.trim() ? blank(`<p data-block="button">${link(href, text.trim())}</p>`) : text
const question = (title: string, inner: string) =>
  title ? blank(`<details><summary>${escapeHtml(title)}</summary>${inner}</details>`) : blank(inner)
const titleOf = ({ title }: Record<string, string>) => (title ? `<h3>${escapeHtml(title)}</h3>\n\n` : '')

/** A picture with its caption behind it, as older versions wrote it, or in an attribute. */
function captioned({ caption, align = '', width }: Record<string, string>, inner: string): string {
  const picture = /^\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?/i.exec(inner)?.[0]
  if (!picture) return blank(inner)
  const text = (caption ?? inner.slice(picture.length)).trim()
  const size = width ? ` data-import-width="${escapeHtml(width)}"` : ''
  return blank(
    `<figure class="${escapeHtml(align)}"${size}>${picture}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>`,
  )
}

function pictureOf({ src, image, image_url: url, alt = '', image_id: id }: Record<string, string>): string {
  const address = src ?? url ?? (image?.includes('/') ? image : undefined)
  if (address) return blank(`<figure><img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"></figure>`)
  return blank(`<div data-import="gallery" data-ids="${escapeHtml(id ?? image ?? '')}"></div>`)
}

/** `url:https%3A%2F%2Fshop.example|title:Shop` of one of the builders, or an address. */
function addressIn(text: string): string {
  const encoded = /(?:^|\|)url:([^|]*)/.exec(text)?.[1]
  try {
    return encoded === undefined ? text : decodeURIComponent(encoded)
  } catch {
    return text
  }
}

const youTubeOf = (text: string) =>
  /^[\w-]{11}$/.test(text.trim()) ? `https://www.youtube.com/watch?v=${text.trim()}` : text
const vimeoOf = (text: string) => (/^\d+$/.test(text.trim()) ? `https://vimeo.com/${text.trim()}` : text)
