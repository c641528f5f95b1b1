import { escapeHtml } from '../../../content/rich-text/html-tokens.ts'
import { type AmazonStore, amazonLink } from '../amazon-store.ts'
import type { ContentSources } from './inline-content.ts'
import type { Rendered, Shortcode } from './shortcodes.ts'

/** Shortcodes of plugins for products: boxes for `productBox`, and links. Undefined for any other. */
export function renderProductShortcode(
  shortcode: Shortcode,
  { amazon: store, findFragment }: Pick<ContentSources, 'amazon' | 'findFragment'>,
): Rendered | undefined {
  const { name, attributes, list, inner } = shortcode
  const { title, text, asin = '', identifier } = attributes
  const words = inner || text || title
  if (name === 'amazon' || name === 'aawp') {
    // A table of AAWP is an item of its own.
    const table = attributes.table && findFragment(`aawp ${attributes.table}`)
    if (table) return amazon(table, { shortcode, store, words: '', isBox: true, isTable: true })
    const numbers = attributes.link ?? attributes.fields
    const isBox = numbers === undefined
    const named = isBox
      ? (attributes.box ??
        attributes.grid ??
        attributes.list ??
        attributes.bestseller ??
        (attributes.table && `table ${attributes.table}`) ??
        list.join(' '))
      : numbers
    return amazon(named, { shortcode, store, words: title, isBox })
  }
  if (name === 'amazon_link' || name === 'amazon_textlink') {
    const isBox = name === 'amazon_link' && attributes.template !== undefined
    return amazon(asin || attributes.asins || '', { shortcode, store, words, isBox })
  }
  if (name === 'amazonjs') return amazon(asin, { shortcode, store, words: title, isBox: true })
  if (name === 'asa') return amazon(inner, { shortcode, store, words: undefined, isBox: true })
  if (/^(?:easyazon|simpleazon)[_-]/.test(name))
    return amazon(identifier ?? asin, { shortcode, store, words, isBox: /block$/.test(name) })
  if (name === 'lasso') return lasso(shortcode)
  return undefined
}

type Amazon = {
  shortcode: Shortcode
  store: AmazonStore | undefined
  words: string | undefined
  isBox: boolean
  isTable?: boolean
}

function amazon(numbers: string, { shortcode, store, words = '', isBox, isTable }: Amazon): Rendered {
  const { locale, country, marketplace, tag, tracking_id, store: ownStore, description } = shortcode.attributes
  const shop = locale ?? country ?? marketplace
  const own = tag ?? tracking_id ?? ownStore
  const given = { ...(shop && { shop }), ...(own && { tag: own }) }
  const known = numbers.split(/[\s,|]+/).filter((number) => /^(?:B[A-Z\d]{9}|\d{9}[\dX])$/i.test(number))
  if (known.length === 0)
    return { html: words, problem: `A product box of Amazon (${numbers.trim() || 'without a number'}) was left out` }
  const links = known.map((number) => {
    const href = amazonLink(number.toUpperCase(), store, given)
    return `<a href="${escapeHtml(href)}">${words.trim() || (isBox ? '' : 'See it on Amazon')}</a>`
  })
  return { html: isBox ? box(links, description, isTable) : links.join(', ') }
}

/** The link is an item of the export; lists and tables name none. */
function lasso({ attributes }: Shortcode): Rendered {
  const { link, title = '', ref, id } = attributes
  if (id) {
    const named = `data-import="link" data-id="${escapeHtml(id)}" data-ref="${escapeHtml(ref ?? title)}"`
    return { html: box([`<a ${named}>${title}</a>`], attributes.description) }
  }
  if (link) return { html: box([`<a href="${escapeHtml(link)}">${title}</a>`], attributes.description) }
  return {
    html: '',
    problem: `A product box of Lasso (${ref ?? attributes.category ?? attributes.type ?? 'without a name'}) was left out`,
  }
}

const box = (links: readonly string[], words: string | undefined, isTable = false) =>
  `\n\n<div data-import="product"${isTable ? ' data-table' : ''}>${links.join('')}${words ? `<p>${words}</p>` : ''}</div>\n\n`
