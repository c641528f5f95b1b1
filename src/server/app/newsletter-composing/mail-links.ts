import type { NewsletterNode } from '../../../contract/audience/newsletter-mail.ts'
import type { Attributes } from '../../content/rich-text/html-tokens.ts'
import { replacementWords } from '../../content/rich-text/replaced-links.ts'
import type { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import type { ToLink } from './newsletter-tree.ts'
import { splitAddresses, type TextPart } from './text-addresses.ts'

/** A page of the site that stands for a shop, with the words of a link to it; without an address there is none. */
type Substitute = { href: string | undefined; words: string }

type MailLinksOptions = {
  origin: string
  programs: Awaited<ReturnType<typeof readProgramLinks>>
  /** The paths of the products' pages by the id as it stands in the HTML. */
  productPages: ReadonlyMap<string | undefined, string>
  sourcePost?: { slug: string } | undefined
  hasPage: boolean
  /** The affiliate links among the addresses in texts, by their URLs. */
  textLinks: ReadonlyMap<string, Attributes>
}

/** An affiliate link that the rules of its program forbid in mails. */
export type ReplacedLink = {
  /** As it was written. */
  url: string
  program: string
  /** The page that it leads to instead; undefined where it is left out. */
  target: string | undefined
}

/** A link of a program that has not replied whether it allows links in mails. */
export type UnansweredLink = { url: string; program: string }

export type MailLinks = {
  toLink: ToLink
  /** A text without forbidden addresses, and with those of other programs as links. */
  toNodes(text: string): NewsletterNode[]
  /** A text without addresses that mail programs would turn into forbidden links. */
  cleanText(text: string): string
  /** Whether `cleanText` would change a text. */
  isForbidden(text: string): boolean
  /** The forbidden links that were found so far. */
  listReplaced(): ReplacedLink[]
  /** One link of each program that has not replied whether it allows links in mails. */
  listUnanswered(): UnansweredLink[]
  /** Sentences of the programs whose links were found so far. */
  disclosures: Set<string>
}

/** Stands for the address of a shop where no page of the site can. */
const LEFT_OUT = '(shop link left out)'

/** Applies the rules of the programs to links, and to addresses in texts. */
export function createMailLinks(options: MailLinksOptions): MailLinks {
  const { origin, programs, textLinks } = options
  const replaced = new Map<string, ReplacedLink>()
  const unanswered = new Map<string, UnansweredLink>()
  const disclosures = new Set<string>()
  const replace = (url: string, program: string, attributes: Attributes = {}): Substitute => {
    const substitute = findSubstitute(attributes, options)
    replaced.set(`${url} ${substitute.href}`, { url, program, target: substitute.href })
    return substitute
  }
  const isForbidden = (url: string | undefined) =>
    url !== undefined && programs.mailRuleOf(url)?.replacesMailLinks === true
  const cleanPart = ({ text, url }: TextPart) => {
    const rule = url === undefined ? undefined : programs.mailRuleOf(url)
    return url !== undefined && rule?.replacesMailLinks ? (replace(url, rule.name).href ?? LEFT_OUT) : text
  }
  const toLink: ToLink = (attributes) => {
    const { href = '' } = attributes
    if (!attributes['data-affiliate']) return { href: absolute(href, origin), isAffiliate: false }
    const rule = programs.mailRuleOf(href)
    if (rule?.replacesMailLinks) return { ...replace(href, rule.name, attributes), isAffiliate: false }
    if (rule?.disclosure) disclosures.add(rule.disclosure)
    const program = programs.unansweredOf(href)
    if (program !== undefined && !unanswered.has(program)) unanswered.set(program, { url: href, program })
    return { href, isAffiliate: true }
  }
  const toNode = (part: TextPart): NewsletterNode => {
    const link = part.url !== undefined && !isForbidden(part.url) && textLinks.get(part.url)
    if (!link) return cleanPart(part)
    return { kind: 'element', name: 'a', ...toLink(link), part: 'address', children: [part.text] }
  }
  return {
    listReplaced: () => [...replaced.values()],
    listUnanswered: () => [...unanswered.values()],
    disclosures,
    toLink,
    toNodes: (text) => splitAddresses(text).map(toNode),
    cleanText: (text) => splitAddresses(text).map(cleanPart).join(''),
    isForbidden: (text) => splitAddresses(text).some(({ url }) => isForbidden(url)),
  }
}

/** The post, the product, or the newsletter's own page. */
function findSubstitute(
  attributes: Attributes,
  { origin, sourcePost, productPages, hasPage }: MailLinksOptions,
): Substitute {
  if (sourcePost) return { href: `${origin}/blog/${encodeURIComponent(sourcePost.slug)}`, words: replacementWords.post }
  const product = productPages.get(attributes['data-product-id'])
  if (product !== undefined) return { href: origin + product, words: replacementWords.product }
  if (hasPage) return { href: '{{browser_url}}', words: replacementWords.newsletter }
  return { href: undefined, words: LEFT_OUT }
}

/** Undefined for a fragment, which belongs to no page in a mail. */
function absolute(href: string, origin: string): string | undefined {
  if (href.startsWith('/')) return origin + href
  return /^(?:https?:|mailto:|tel:|sms:)/i.test(href) ? href : undefined
}
