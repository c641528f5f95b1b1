import { escapeHtml, startTag } from '../../../content/rich-text/html-tokens.ts'
import { applyEdits, type Edit, isWithin, listElements, type PageElement, wholeUnit } from './page-elements.ts'

/** The end of a link: a path of the copy, another site, or nothing. `isMoved` for another site behind a redirect of this one. */
export type Target = { path: string } | { outside: string; isMoved: boolean } | undefined

export type RewriteOptions = {
  /** Resolves an address of the page, and sees to it that the copy has what it leads to. */
  resolve(address: string): Promise<Target>
  /** How the page names a path of the copy. */
  hrefOf(path: string): string
  /** Where visitors can write to; empty for nowhere. */
  email: string
}

/** Relations of `link` that name the page itself, by its full address. */
const ownRelations = new Set(['canonical'])

/**
 * A page of the site as a file: its addresses are those of the copy, and it has no scripts and no forms, which need the server.
 * Everything else stays as it is.
 */
export async function rewritePage(html: string, options: RewriteOptions): Promise<string> {
  const edits = await Promise.all(listElements(html).map((element) => editElement(html, element, options)))
  return applyEdits(html, edits.flat())
}

async function editElement(html: string, element: PageElement, options: RewriteOptions): Promise<Edit[]> {
  const { name, attributes } = element
  if (name === 'script') return editScript(html, element)
  if (name === 'form') return [replaceForm(element, options.email)]
  if (name === 'button') return [remove(wholeUnit(element))]
  if (name === 'a') return editLink(html, element, options)
  if (name === 'meta') {
    if (/^(?:og|twitter):image$/.test(attributes.property ?? attributes.name ?? ''))
      await options.resolve(attributes.content ?? '')
    return []
  }
  if (name === 'link' && attributes.rel === 'modulepreload') return [remove(element)]
  if (name === 'link' && ownRelations.has(attributes.rel ?? '')) return []
  return editSources(element, options)
}

/** Data for search engines stays, without the search. */
function editScript(html: string, element: PageElement): Edit[] {
  if (element.attributes.type !== 'application/ld+json') return [remove(element)]
  const text = html.slice(element.openEnd, element.end - '</script>'.length)
  if (!text.includes('SearchAction')) return []
  const data = JSON.stringify(JSON.parse(text), (key, value) => (key === 'potentialAction' ? undefined : value))
  return [{ start: element.openEnd, end: element.openEnd + text.length, text: data.replaceAll('<', '\\u003c') }]
}

/** Those that are sent become a sentence, except in the footer, which links to a page with it. */
function replaceForm(form: PageElement, email: string): Edit {
  const { method, action = '' } = form.attributes
  const isSent = method === 'post' && !isWithin(form, ({ name }) => name === 'footer')
  if (isSent && action.startsWith('/newsletter'))
    return replace(form, 'To get the newsletter, write to', email, 'Newsletter')
  if (isSent && action.startsWith('/contact')) return replace(form, 'Please write to', email)
  return remove(wholeUnit(form))
}

function replace({ start, end }: PageElement, invitation: string, email: string, subject?: string): Edit {
  if (email === '') return { start, end, text: '<p>This is not possible at present.</p>' }
  const href = `mailto:${encodeURI(email)}${subject ? `?subject=${subject}` : ''}`
  const link = startTag('a', { href, class: 'text-accent-deep underline underline-offset-4 wrap-anywhere' })
  return { start, end, text: `<p>${invitation} ${link}${escapeHtml(email)}</a>.</p>` }
}

async function editLink(html: string, link: PageElement, { resolve, hrefOf }: RewriteOptions): Promise<Edit[]> {
  const { href, ...attributes } = link.attributes
  if (href === undefined || href.startsWith('#')) return []
  const target = await resolve(href)
  if (target && 'path' in target) return [retag(link, { ...link.attributes, href: hrefOf(target.path) })]
  if (target?.isMoved) return [retag(link, { ...attributes, href: target.outside, rel: paidRelations(attributes.rel) })]
  if (target) {
    // A service that shows a picture of this site fetches it from there.
    const picture = URL.canParse(href) ? new URL(href).searchParams.get('media') : null
    if (picture) await resolve(picture)
    return []
  }
  if (!isWithin(link, isText)) return [remove(wholeUnit(link))]
  return [{ start: link.start, end: link.end, text: html.slice(link.openEnd, link.end - '</a>'.length) }]
}

/** The words of a link in a text stay. */
function isText({ name, attributes }: PageElement): boolean {
  return name === 'p' || attributes.id === 'post-body' || /^h[1-6]$/.test(name)
}

function paidRelations(rel = ''): string {
  return [...new Set([...rel.split(/\s+/).filter(Boolean), 'sponsored', 'nofollow', 'noopener'])].join(' ')
}

const sourceAttributes = new Set(['href', 'xlink:href', 'src', 'poster'])

async function editSources(element: PageElement, { resolve, hrefOf }: RewriteOptions): Promise<Edit[]> {
  const hrefFor = async (address: string) => {
    const target = await resolve(address)
    return target && ('path' in target ? hrefOf(target.path) : address)
  }
  const changed: Record<string, string> = {}
  for (const [name, value] of Object.entries(element.attributes)) {
    // React writes `srcSet`.
    const attribute = name.toLowerCase()
    if (/srcset$/.test(attribute)) changed[name] = await rewriteSet(value, hrefFor)
    if (!sourceAttributes.has(attribute) || value.startsWith('#')) continue
    const href = await hrefFor(value)
    if (href === undefined && element.name === 'link') return [remove(element)]
    if (href !== undefined) changed[name] = href
  }
  return Object.keys(changed).length > 0 ? [retag(element, { ...element.attributes, ...changed })] : []
}

/** Commas end a candidate only before white space, since addresses may contain them. */
async function rewriteSet(set: string, rewrite: (address: string) => Promise<string | undefined>): Promise<string> {
  const candidates = set.trim().split(/,\s+/)
  const rewritten = candidates.map(async (candidate) => {
    const [address = '', ...descriptors] = candidate.split(/\s+/)
    return [(await rewrite(address)) ?? address, ...descriptors].join(' ')
  })
  return (await Promise.all(rewritten)).join(', ')
}

function retag({ name, start, openEnd }: PageElement, attributes: Record<string, string>): Edit {
  return { start, end: openEnd, text: startTag(name, attributes) }
}

function remove({ start, end }: PageElement): Edit {
  return { start, end, text: '' }
}
