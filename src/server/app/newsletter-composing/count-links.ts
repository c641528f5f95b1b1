import { createHash } from 'node:crypto'
import type { NewsletterElement, NewsletterNode } from '../../../contract/audience/newsletter-mail.ts'
import { recogniseLink } from '../../../contract/shop/recognise-link.ts'

/** A link of a newsletter that counts clicks. */
export type CountedLink = { key: string; url: string; label: string }

/**
 * Lets the links of a body lead over the site. Amazon's stay as they are, because its rules forbid to hide where a link leads,
 * and so do links with merge fields, whose targets differ by recipient, that of the disclosure, and
 * addresses in texts, since mail programs warn of an address that leads elsewhere.
 */
export function countLinks(
  nodes: NewsletterNode[],
  { newsletterId, origin }: { newsletterId: number; origin: string },
): { nodes: NewsletterNode[]; links: CountedLink[] } {
  const links = new Map<string, CountedLink>()
  const convert = (node: NewsletterNode): NewsletterNode => {
    if (typeof node === 'string' || node.kind === 'picture') return node
    if (node.kind === 'block' && node.name === 'disclosure') return node
    const children = node.children.map(convert)
    if (node.kind !== 'element' || !isCountable(node)) return { ...node, children }
    const key = createHash('sha256').update(node.href).digest('base64url').slice(0, 10)
    const label = node.label ?? textOf(node.children)
    if (!links.get(key)?.label) links.set(key, { key, url: node.href, label: label.slice(0, 200) })
    return { ...node, href: `${origin}/letters/link/${newsletterId}/${key}/{{click_key}}`, children }
  }
  return { nodes: nodes.map(convert), links: [...links.values()] }
}

function isCountable(node: NewsletterElement): node is NewsletterElement & { href: string } {
  const { name, href, part } = node
  if (name !== 'a' || part === 'address' || !href || !/^https?:/i.test(href) || href.includes('{{')) return false
  return recogniseLink(href)?.network !== 'amazon'
}

function textOf(nodes: NewsletterNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.kind === 'picture' ? node.alt : textOf(node.children)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
