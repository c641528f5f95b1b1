import { isRefusedPicture } from '../../../../contract/platform/refused-pictures.ts'
import { type AmazonStore, amazonLink } from '../amazon-store.ts'
import { element, findAll, type HtmlElement, type HtmlNode, isBlank, isElement, textIn } from './html-tree.ts'

type Options = { store: AmazonStore | undefined; report: (problem: string) => void }

/**
 * The frames, scripts and linked pictures that Amazon gives to paste, as boxes of products for `productBox`. Its other pictures go,
 * because Amazon allows none on other sites.
 */
export function replaceAmazonCode(nodes: readonly HtmlNode[], options: Options): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node]
    const { name, attributes, children } = node
    const address = attributes['data-src'] || attributes.src || ''
    if (name === 'img' && isRefusedPicture(address)) {
      if (!isPixel(attributes, address))
        options.report('A picture of Amazon was left out, which Amazon allows on no other site')
      return []
    }
    if (name === 'iframe' && adHost.test(address)) return frame(address, options)
    if (name === 'script' && /amazon-adsystem\.|amzn_assoc_/.test(address + textOf(node))) return script(node, options)
    if (name === 'a' && attributes.href) return linked(node, options)
    return hoisted({ ...node, children: replaceAmazonCode(children, options) })
  })
}

const adHost = /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:amazon-adsystem|assoc-amazon)\.[a-z.]{2,6}\//i

/** Counts views, and stands behind links as a picture of one pixel. */
const isPixel = ({ width, height }: Record<string, string>, address: string) =>
  /\/e\/ir\b/.test(address) || (width === '1' && height === '1')

/** A paragraph cannot hold a box: those of it follow it. */
function hoisted(node: HtmlElement): HtmlNode[] {
  if (!['p', 'span', 'strong', 'em', 'b', 'i', 'h2', 'h3', 'h4'].includes(node.name)) return [node]
  const boxes = node.children.filter((child) => isElement(child) && child.attributes['data-import'] === 'product')
  if (boxes.length === 0) return [node]
  const rest = node.children.filter((child) => !boxes.includes(child))
  return [...(isBlank(rest) ? [] : [{ ...node, children: rest }]), ...boxes]
}

/** A link around a picture of Amazon is about its product. */
function linked(node: HtmlElement, options: Options): HtmlNode[] {
  const pictures = findAll(node.children, ({ name }) => name === 'img').filter(
    ({ attributes }) =>
      isRefusedPicture(attributes['data-src'] || attributes.src || '') && !isPixel(attributes, attributes.src ?? ''),
  )
  const silent = { ...options, report: pictures.length > 0 ? () => undefined : options.report }
  const children = replaceAmazonCode(node.children, silent)
  if (pictures.length === 0 || !isBlank(children)) return [{ ...node, children }]
  const name = pictures[0]!.attributes.alt || node.attributes.title || ''
  return [box([element('a', { href: node.attributes.href }, [name])])]
}

function frame(address: string, options: Options): HtmlNode[] {
  const url = address.startsWith('//') ? `https:${address}` : address
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  const get = (...names: string[]) =>
    [...query].find(([key, value]) => names.includes(key.toLowerCase()) && value !== '')?.[1] ?? ''
  const shop = get('region', 'marketplace') || shopNumbers.get(get('o')) || ''
  return boxOf(get('asins', 'asin'), { shop, tag: get('tracking_id', 't', 'tag') }, options)
}

/** The numbers of shops in frames. */
const shopNumbers = new Map([
  ['1', 'us'],
  ['2', 'uk'],
  ['3', 'de'],
  ['8', 'fr'],
  ['9', 'jp'],
  ['15', 'ca'],
  ['29', 'it'],
  ['30', 'es'],
  ['31', 'in'],
])

function script(node: HtmlElement, options: Options): HtmlNode[] {
  const text = textOf(node)
  // It draws what the script before it describes.
  if (text.trim() === '') return []
  const valueIn = (name: string) => new RegExp(`amzn_assoc_${name}\\s*=\\s*["']([^"']*)`).exec(text)?.[1] ?? ''
  return boxOf(valueIn('asins'), { shop: valueIn('region'), tag: valueIn('tracking_id') }, options)
}

/** The box of a block without content of its own, such as that of AAWP; undefined for a block that names no product of Amazon. */
export function boxOfBlock(json: string, options: Options): HtmlNode[] | undefined {
  const valueIn = (name: string) => new RegExp(`"(?:${name})":"([^"]+)"`).exec(json)?.[1] ?? ''
  const [numbers] = /(?<="(?:asins?|box)":")[A-Z\d]{10}(?:[\s,]+[A-Z\d]{10})*(?=")/.exec(json) ?? []
  return numbers
    ? boxOf(numbers, { shop: valueIn('locale|country'), tag: valueIn('tracking_id|tag') }, options)
    : undefined
}

function boxOf(numbers: string, given: { shop: string; tag: string }, { store, report }: Options): HtmlNode[] {
  const asins = numbers.split(/[\s,]+/).filter((number) => /^[A-Z\d]{10}$/i.test(number))
  if (asins.length === 0) {
    report('An advertisement of Amazon was left out')
    return []
  }
  return [box(asins.map((asin) => element('a', { href: amazonLink(asin.toUpperCase(), store, given) }, [])))]
}

const box = (links: HtmlElement[]) => element('div', { 'data-import': 'product' }, links)
const textOf = ({ children }: HtmlElement) => textIn(children)
