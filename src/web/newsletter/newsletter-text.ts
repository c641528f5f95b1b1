import type {
  NewsletterBlock,
  NewsletterBlockName,
  NewsletterElement,
  NewsletterMail,
  NewsletterNode,
} from '../../contract/audience/newsletter-mail.ts'
import { blocks, type PlainText } from '../../contract/content/blocks.ts'
import { footerLinks, ON_SITE, reasonOf, senderLine } from './newsletter-footer.ts'
import { isPicture, plainText, readComparison } from './newsletter-nodes.ts'
import { wrapText } from './wrap-text.ts'

/** The text part of a newsletter, from the same tree as its HTML: links as `text (url)`, lines of at most 76 characters. */
export function newsletterText(newsletter: NewsletterMail): string {
  const { kicker, title, note, body, site, byline, day, pageUrl } = newsletter
  const address = [senderLine(newsletter), site.email].filter(Boolean).join(', ')
  return [
    kicker ? wrapText(kicker) : '',
    blockText(note),
    note.length > 0 ? RULE : '',
    underlined(title, '='),
    [wrapText([byline && `By ${byline}`, day].filter(Boolean).join(' · ')), pageUrl && `${ON_SITE}: ${pageUrl}`]
      .filter(Boolean)
      .join('\n'),
    blockText(body),
    RULE,
    wrapText(reasonOf(newsletter)),
    footerLinks(newsletter)
      .map(({ label, href }) => `${label}: ${href}`)
      .join('\n'),
    `${wrapText(address)}\n${site.url}`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

const RULE = '-'.repeat(40)

const inline = new Set([
  'a',
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'small',
  'abbr',
  'cite',
  'code',
  'mark',
  'span',
  'br',
])

/** Block-level content: paragraphs with an empty line between them. */
function blockText(nodes: NewsletterNode[]): string {
  const parts: string[] = []
  let line: NewsletterNode[] = []
  const endLine = () => {
    const text = wrapText(inlineText(line))
    if (text) parts.push(text)
    line = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || isInline(node)) {
      line.push(node)
      continue
    }
    endLine()
    const text = node.kind === 'block' ? ofBlock(node) : node.kind === 'element' ? ofElement(node) : ''
    if (text) parts.push(text)
  }
  endLine()
  return parts.join('\n\n')
}

function isInline(node: Exclude<NewsletterNode, string>): boolean {
  return node.kind === 'picture' || (node.kind === 'element' && inline.has(node.name))
}

function ofBlock(block: NewsletterBlock): string {
  const { children } = block
  switch (formOf(block.name)) {
    case 'line':
      return wrapText(inlineText(children))
    case 'quotation':
      return indented(blockText(children), '| ')
    case 'product':
      // The link with the product's name leads to the same page.
      return blockText(withoutPictureLinks(children))
    case 'comparison':
      return comparisonText(block)
    case 'paragraphs':
      return blockText(children)
  }
}

function formOf(name: NewsletterBlockName): PlainText {
  if (name === 'box') return 'product'
  return name === 'disclosure' ? 'line' : blocks[name].plainText
}

/** A product after the other, because columns of text do not fit a phone. */
function comparisonText(block: NewsletterBlock): string {
  const { names, facts, notes } = readComparison(block)
  return names
    .map((name, at) => {
      const rows = facts.map(({ label, values }) => {
        const value = values[at] ? cellText(values[at]) : ''
        return wrapText(`${label ? inlineText([label]) : ''}: ${value}`)
      })
      return [wrapText(cellText({ ...name, children: withoutPictureLinks(name.children) })), ...rows].join('\n')
    })
    .concat(notes.map((note) => wrapText(inlineText([note]))))
    .join('\n\n')
}

function withoutPictureLinks(nodes: NewsletterNode[]): NewsletterNode[] {
  return nodes.flatMap((node): NewsletterNode[] => {
    if (typeof node === 'string' || node.kind === 'picture') return [node]
    const isPictureLink = node.kind === 'element' && node.name === 'a' && node.children.every(isPicture)
    return isPictureLink ? [] : [{ ...node, children: withoutPictureLinks(node.children) }]
  })
}

function ofElement(element: NewsletterElement): string {
  const { name, children } = element
  switch (name) {
    case 'h2':
      return underlined(inlineText(children), '-')
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
    case 'summary':
      return wrapText(inlineText(children))
    case 'ul':
    case 'ol':
      return listText(element)
    case 'blockquote':
      return indented(blockText(children), '> ')
    case 'pre':
      return indented(plainText(children), '    ')
    case 'hr':
      return RULE
    case 'tr':
      return wrapText(children.map(cellText).filter(Boolean).join(' | '))
    case 'table':
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return children.flatMap((child) => blockText([child]) || []).join('\n')
    case 'dl':
      return factsText(children)
    default:
      return blockText(children)
  }
}

/** In one line, however many paragraphs or lines the cell has. */
function cellText(cell: NewsletterNode): string {
  return blockText([cell]).replace(/\s+/g, ' ')
}

function listText({ name, start = 1, children }: NewsletterElement): string {
  const items = children.filter(
    (node): node is NewsletterElement => typeof node !== 'string' && node.kind === 'element',
  )
  return items
    .map((item, at) => {
      const marker = name === 'ol' ? `${start + at}. ` : '- '
      return marker + indented(blockText(item.children), ' '.repeat(marker.length)).trimStart()
    })
    .join('\n')
}

/** `Size: 50 ml`, a line each. */
function factsText(nodes: NewsletterNode[]): string {
  const parts = nodes.filter((node): node is NewsletterElement => typeof node !== 'string' && node.kind === 'element')
  return parts
    .flatMap((part, at) => {
      if (part.name !== 'dt') return []
      const value = parts[at + 1]
      return wrapText(`${inlineText([part])}: ${value ? inlineText([value]) : ''}`)
    })
    .join('\n')
}

/** Text in one line but for its own line breaks. */
function inlineText(nodes: NewsletterNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node.replace(/[\s\u00a0]+/g, ' ')
      if (node.kind === 'picture') return node.alt ? `[${node.alt}] ` : ''
      if (node.kind === 'element' && node.name === 'br') return '\n'
      const text = inlineText(node.children)
      return node.kind === 'element' && node.name === 'a' ? linkText(node, text) : text
    })
    .join('')
    .replace(/ +/g, ' ')
}

function linkText({ href, label, part }: NewsletterElement, content: string): string {
  const text = content.trim()
  if (!href || part === 'address') return content
  const address = readableAddress(href)
  // The text of buttons is the same for each product.
  const words = label?.startsWith(text) ? label : text
  return words === '' || words === address || `${words}/` === address ? address : `${words} (${address})`
}

/** An email address as it is typed, not as it is encoded in a link. */
function readableAddress(href: string): string {
  const email = /^mailto:([^?]*)/i.exec(href)?.[1]
  if (!email) return href
  try {
    return decodeURIComponent(email)
  } catch {
    return email
  }
}

function underlined(heading: string, character: string): string {
  const text = wrapText(heading.trim())
  return text && `${text}\n${character.repeat(Math.max(...text.split('\n').map((line) => line.length)))}`
}

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (by + line).trimEnd())
    .join('\n')
}
