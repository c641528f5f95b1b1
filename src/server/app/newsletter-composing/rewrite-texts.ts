import { hasMergeField } from '../../../contract/audience/merge-fields.ts'
import type {
  NewsletterBlockName,
  NewsletterElement,
  NewsletterNode,
} from '../../../contract/audience/newsletter-mail.ts'
import { showsOneProduct } from '../../../contract/content/blocks.ts'
import type { MailLinks } from './mail-links.ts'

type RewriteOptions = Pick<MailLinks, 'toNodes' | 'cleanText' | 'isForbidden'> & { hasPage: boolean }

/** Elements that are left out whole when they name a page that does not exist. */
const lines = new Set(['p', 'li', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption'])

/** Gives replaced links their words, and leaves out of texts what the mail must not show. */
export function rewriteTexts(nodes: NewsletterNode[], options: RewriteOptions): NewsletterNode[] {
  return nodes.flatMap((node): NewsletterNode[] => {
    if (typeof node === 'string') return options.toNodes(node)
    if (node.kind === 'picture') return [{ ...node, alt: options.cleanText(node.alt) }]
    if (node.kind === 'element') {
      const isMissingPage = !options.hasPage && lines.has(node.name) && hasMergeField(textOf(node), 'browser_url')
      if (isMissingPage) return []
      if (node.replaced) return rewriteReplaced(node, node.replaced, options)
    }
    // A price of the shop next to a link that does not lead there would promise what the link does not keep.
    const hidesPrice = node.kind === 'block' && hasOnePrice(node.name) && holdsReplacedButton(node)
    const isLink = node.kind === 'element' && node.name === 'a' && node.href !== undefined
    const children = rewriteTexts(node.children, isLink ? withinLink(options) : options)
    return [{ ...node, children: hidesPrice ? withoutPrices(children) : children }]
  })
}

/** A link holds no other. */
const withinLink = (options: RewriteOptions): RewriteOptions => ({
  ...options,
  toNodes: (text) => [options.cleanText(text)],
})

/** The paragraphs of a note by the same rules: lines that name a page that does not exist are left out. */
export function rewriteNote(note: string, { toNodes, hasPage }: RewriteOptions): NewsletterNode[] {
  return note.split(/\n\s*\n/).flatMap((paragraph): NewsletterNode[] => {
    const shown = paragraph
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && (hasPage || !hasMergeField(line, 'browser_url')))
    const children = shown.flatMap((line, at) => [...(at > 0 ? [lineBreak] : []), ...toNodes(line)])
    return children.length > 0 ? [{ kind: 'element', name: 'p', children }] : []
  })
}

const lineBreak: NewsletterElement = { kind: 'element', name: 'br', children: [] }

/** The owner's own words stay, but for an address and for what a block says about the shop. */
function rewriteReplaced(
  node: NewsletterElement,
  { words, isOfBlock }: NonNullable<NewsletterElement['replaced']>,
  options: RewriteOptions,
): NewsletterNode[] {
  if (!isOfBlock && !options.isForbidden(textOf(node)))
    return [{ ...node, children: node.children.filter((child) => !isAdWord(child)) }]
  if (isOfBlock && node.href === undefined) return []
  const name = node.part === 'shop-now' ? node.label?.replace(/^[^:]*: /, '') : undefined
  return [{ ...node, label: name && `${words}: ${name}`, children: [words] }]
}

/** Whether a node is the word behind affiliate links, which one that leads to the site does not need. */
function isAdWord(node: NewsletterNode): boolean {
  return typeof node !== 'string' && node.kind === 'element' && node.part === 'label-word'
}

/** Whether the price of a block is that of its link to the shop. */
function hasOnePrice(name: NewsletterBlockName): boolean {
  return name === 'box' || (name !== 'disclosure' && showsOneProduct(name))
}

function holdsReplacedButton(node: NewsletterNode): boolean {
  if (typeof node === 'string' || node.kind === 'picture') return false
  return (node.kind === 'element' && node.replaced?.isOfBlock === true) || node.children.some(holdsReplacedButton)
}

function withoutPrices(nodes: NewsletterNode[]): NewsletterNode[] {
  return nodes.flatMap((node): NewsletterNode[] => {
    if (typeof node === 'string' || node.kind === 'picture') return [node]
    if (node.kind === 'element' && node.part === 'price') return []
    return [{ ...node, children: withoutPrices(node.children) }]
  })
}

function textOf(node: NewsletterNode): string {
  if (typeof node === 'string') return node
  return node.kind === 'picture' ? '' : node.children.map(textOf).join('')
}
