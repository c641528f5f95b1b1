import type { NewsletterElement, NewsletterNode, NewsletterPicture } from '../../contract/audience/newsletter-mail.ts'

export function isElement(node: NewsletterNode, name: string): node is NewsletterElement {
  return typeof node !== 'string' && node.kind === 'element' && node.name === name
}

/** Without the alternative texts of pictures. */
export function plainText(nodes: NewsletterNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.kind === 'picture' ? '' : plainText(node.children)))
    .join('')
}

export function isPicture(node: NewsletterNode): node is NewsletterPicture {
  return typeof node !== 'string' && node.kind === 'picture'
}
