import { blockAttributeNames, blockElements } from '../src/contract/content/blocks.ts'

const stored = {
  tags: new Set([
    ...`p br hr h1 h2 h3 h4 h5 h6 blockquote cite pre code ul ol li dl dt dd strong b em i u s sub sup mark small abbr
     a img figure figcaption table caption thead tbody tfoot tr th td div`.split(/\s+/),
    ...blockElements,
  ]),
  attributes: new Set([
    ...'href title target rel src alt width height loading scope colspan rowspan start reversed data-product-id'.split(
      ' ',
    ),
    ...blockAttributeNames,
  ]),
}

/** Attributes that the server adds for readers. */
const shown = {
  tags: new Set([...stored.tags, 'picture', 'source', 'section']),
  attributes: new Set([
    ...stored.attributes,
    ...['srcset', 'sizes', 'type', 'decoding', 'aria-label', 'aria-hidden', 'data-affiliate', 'data-product-box'],
    ...['class', 'tabindex', 'role', 'data-embed'],
    ...['data-part', 'data-pin-url', 'data-pin-media', 'data-pin-description'],
  ]),
}

/**
 * Lists active content in sanitised markup. The markup must have a canonical form (text without `<`, quoted attributes)
 * that every parser reads in the same way; then its tags, attributes and URLs are checked. `for` is `storing` for stored
 * markup and `readers` for published markup.
 */
export function findActiveContent(
  html: string,
  { for: kind = 'storing' }: { for?: 'storing' | 'readers' } = {},
): string[] {
  const { tags, attributes } = kind === 'storing' ? stored : shown
  const found: string[] = []
  const rest = html.replace(
    /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/g,
    (_, tag: string, list: string) => {
      if (!tags.has(tag)) found.push(`<${tag}>`)
      for (const [, name, value = ''] of list.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
        if (!attributes.has(name!) && !(name === 'id' && isHeadingAddress(tag, value, kind))) found.push(name!)
        if (['href', 'src', 'data-embed', 'data-pin-url', 'data-pin-media'].includes(name!) && !isHarmless(value))
          found.push(value)
        if (
          name === 'srcset' &&
          !/^(?:\/media\/[\w/.-]+ \d+w(?:, |$))+$/.test(value.replaceAll(/http:\/\/localhost:3000/g, ''))
        )
          found.push(value)
      }
      return ''
    },
  )
  if (/[<>]/.test(rest)) found.push(rest)
  return found
}

/** A URL of this site or of a scheme that only navigates, as a browser parses it. */
function isHarmless(value: string): boolean {
  const address = value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity]!)
  const base = 'https://dew.example/blog/a'
  if (!URL.canParse(address, base)) return true
  const { protocol, host } = new URL(address, base)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  // Another host only if the URL names it explicitly.
  return /^https?:$/.test(protocol) && (host === 'dew.example' || /^\s*https?:/i.test(address))
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** A heading keeps the id that its writer gave it. On pages the server prefixes it. */
function isHeadingAddress(tag: string, id: string, kind: 'storing' | 'readers'): boolean {
  if (kind === 'readers') return /^h[2-6]$/.test(tag) && id.startsWith('on-')
  return /^h[1-6]$/.test(tag) && /^[\p{L}\p{N}_.:-]{1,100}$/u.test(id)
}
