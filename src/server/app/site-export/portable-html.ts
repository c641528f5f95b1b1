import { withAbsoluteAddresses } from '../../content/rich-text/clean-html.ts'
import { toFeedHtml } from '../../content/rich-text/replaced-links.ts'
import { type HtmlNode, isElement, parseTree, writeTree } from '../site-import/content/html-tree.ts'

/** The address of a picture or of a link where the text goes. */
export type AddressOf = (address: string, element: 'img' | 'a') => string

/**
 * The HTML that readers see for another place: without what only a script of this site does, with absolute addresses. Affiliate links
 * stay as they are: everything is hers.
 */
export function portableHtml(rendered: string, addressOf: AddressOf, origin: string): string {
  const kept = toFeedHtml(rendered, { url: '', words: '' }, { replacesFeedLink: () => false, sentenceOf: () => '' })
  return withAbsoluteAddresses(withAddresses(kept, addressOf), origin)
}

/** The text with other addresses, and each picture once, without its other sizes. */
export function withAddresses(html: string, addressOf: AddressOf): string {
  const convert = (nodes: readonly HtmlNode[]): HtmlNode[] =>
    nodes.flatMap((node): HtmlNode[] => {
      if (!isElement(node)) return [node]
      if (node.name === 'source') return []
      const children = convert(node.children)
      if (node.name === 'picture') return children
      const { srcset: _, sizes: __, ...attributes } = node.attributes
      if (node.name === 'img' && attributes.src !== undefined) attributes.src = addressOf(attributes.src, 'img')
      if (node.name === 'a' && attributes.href !== undefined) attributes.href = addressOf(attributes.href, 'a')
      return [{ name: node.name, attributes, children }]
    })
  return writeTree(convert(parseTree(html)))
}
