import type { NewsletterElement, NewsletterNode, NewsletterPicture } from '../../contract/newsletter-mail.ts'

export function isElement(node: NewsletterNode, name: string): node is NewsletterElement {
  return typeof node !== 'string' && node.kind === 'element' && node.name === name
}

export function isPicture(node: NewsletterNode): node is NewsletterPicture {
  return typeof node !== 'string' && node.kind === 'picture'
}
