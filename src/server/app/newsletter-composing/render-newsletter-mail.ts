import { DEFAULT_LANGUAGE } from '../../../contract/accounts/region.ts'
import type { Site } from '../../../contract/accounts/site.ts'
import { mailThemeOf } from '../../../contract/audience/mail-theme.ts'
import type {
  NewsletterMail,
  NewsletterNode,
  NewsletterPicture,
  RenderNewsletter,
} from '../../../contract/audience/newsletter-mail.ts'
import { pictureUrl } from '../../../contract/content/picture-url.ts'
import { dayIn } from '../../../contract/platform/days.ts'
import { formatDay } from '../../../contract/platform/format-day.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { readSenderAddress, senderLine } from '../../audience/mail/sender-address.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type CountedLink, countLinks } from './count-links.ts'
import type { ReplacedLink, UnansweredLink } from './mail-links.ts'
import { type NewsletterBodyOptions, readNewsletterBody } from './newsletter-body.ts'

export type NewsletterMailOptions = NewsletterBodyOptions & {
  senderName?: string
  hasDigest: boolean
  countsClicks: boolean
  /** When it is sent, if that is not now. */
  sentAt?: Date
  /** Whether only the owner gets it: its links lead to their targets at once. */
  isPreview?: boolean
}

/** A newsletter ready to be frozen: its merge fields are filled for each recipient with `compileTemplate`. */
export type RenderedNewsletter = {
  subject: string
  html: string
  text: string
  /** The HTML as it is sent: that of a preview whose links are counted leads over the site here. */
  sentHtml: string
  replacedLinks: ReplacedLink[]
  unansweredLinks: UnansweredLink[]
  /** URLs of pictures without alternative text. */
  missingAlts: string[]
  /** URLs of its pictures, one of each. */
  pictures: string[]
  /** The distinct http(s) links of the body and of the note. */
  links: string[]
  /** Those of them that are not affiliate links. */
  plainLinks: string[]
  /** Those that lead over the site. */
  countedLinks: CountedLink[]
}

export async function renderNewsletterMail(
  db: Db,
  options: NewsletterMailOptions,
  renderNewsletter: RenderNewsletter,
): Promise<RenderedNewsletter> {
  const { newsletterId, post, sourcePost, origin, senderName = '', hasPage, hasDigest, countsClicks } = options
  const { now, sentAt = now, isPreview } = options
  const [site, address, body] = await Promise.all([
    readSite(db, origin),
    readSenderAddress(db),
    readNewsletterBody(db, options),
  ])
  const { nodes, note, title, preview, kicker, replacedLinks, unansweredLinks } = body
  const counted = countsClicks ? countLinks(nodes, { newsletterId, origin }) : { nodes, links: [] }
  const model: NewsletterMail = {
    title,
    preview,
    kicker,
    site: { name: site.brand, url: `${origin}/`, email: site.email, logo: logoOf(site) },
    sender: senderLine(address),
    byline: bylineOf(site, senderName),
    language: site.language ?? DEFAULT_LANGUAGE,
    day: formatDay(dayIn(site.timeZone, new Date(sentAt)), site.dates),
    pageUrl: hasPage ? '{{browser_url}}' : sourcePost && `${origin}/blog/${encodeURIComponent(sourcePost.slug)}`,
    theme: mailThemeOf(site.appearance),
    note,
    body: counted.nodes,
    hasDigest,
    countsClicks,
  }
  const sent = await renderNewsletter(model)
  const { html, text } = isPreview && countsClicks ? await renderNewsletter({ ...model, body: nodes }) : sent
  const found: Found = { missingAlts: new Set(), pictures: new Set(), links: new Set(), plainLinks: new Set() }
  for (const node of [...note, ...nodes]) collect(node, found)
  for (const [link] of textOf(note).matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’]/gi)) {
    found.links.add(link)
    found.plainLinks.add(link)
  }
  return {
    subject: post.title,
    html,
    text,
    sentHtml: sent.html,
    replacedLinks,
    unansweredLinks,
    missingAlts: [...found.missingAlts],
    pictures: [...found.pictures],
    links: [...found.links],
    plainLinks: [...found.plainLinks],
    countedLinks: counted.links,
  }
}

type Found = Record<'missingAlts' | 'pictures' | 'links' | 'plainLinks', Set<string>>

function collect(node: NewsletterNode, found: Found): void {
  if (typeof node === 'string') return
  if (node.kind === 'picture') {
    const { url } = node.sources.at(-1)!
    found.pictures.add(url)
    if (node.alt === '') found.missingAlts.add(url)
    return
  }
  if (node.kind === 'element' && node.href && /^https?:/i.test(node.href)) {
    found.links.add(node.href)
    if (!node.isAffiliate) found.plainLinks.add(node.href)
  }
  for (const child of node.children) collect(child, found)
}

/** Without links, which are collected as such. */
function textOf(nodes: NewsletterNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.kind === 'picture' || (node.kind === 'element' && node.href) ? ' ' : `${textOf(node.children)}\n`
    })
    .join('')
}

function bylineOf({ brand, author }: Site, senderName: string): string {
  const name = senderName || author?.name || ''
  return name === brand ? '' : name
}

/** Wide enough for a screen that is dense. */
const LOGO_WIDTH = 320

function logoOf({ logoPicture, brand, origin }: Site): NewsletterPicture | undefined {
  if (!logoPicture) return undefined
  const { width, height, widths } = logoPicture
  const source = widths.find((one) => one >= LOGO_WIDTH) ?? width
  const url = origin + pictureUrl(logoPicture, source, 'jpg')
  return { kind: 'picture', alt: brand, width, height, sources: [{ width: source, url }] }
}
