import { videoOf } from '../../../../contract/content/videos.ts'
import { cleanHtml } from '../../../content/rich-text/clean-html.ts'
import type { ContentFormat } from '../source-records.ts'
import { boxOfBlock, replaceAmazonCode } from './amazon-code.ts'
import { toBlocks } from './blocks.ts'
import { element, type HtmlElement, type HtmlNode, isElement, parseTree, writeTree } from './html-tree.ts'
import type { Builder, ContentSources } from './inline-content.ts'
import { markLinkedPictures } from './picture-blocks.ts'
import { renderProductShortcode } from './product-shortcodes.ts'
import { renderShortcode, replaceShortcodes } from './shortcodes.ts'
import { joinQuestions } from './special-blocks.ts'

export type Converted = {
  /** Sanitised, in the form that the editor writes. */
  html: string
  /** The first picture, for a cover. */
  firstPicture: { url: string; alt: string } | undefined
  /** Pictures that stay at their address on another site. */
  elsewhere: string[]
  /** Losses and changes of the conversion: sentences without a full stop, each once. */
  problems: string[]
}

/** Converts plain HTML, or that of WordPress: block comments, shortcodes, and paragraphs by blank lines. */
export function convertContent(content: string, sources: ContentSources, format?: ContentFormat): Converted {
  const conversion = createConversion(sources)
  const nodes = format ? conversion.convertHtml(content, format) : conversion.convert(content)
  const html = cleanHtml(writeTree(nodes))
  return { html, ...conversion.result() }
}

/** Patterns within patterns at most. */
const FRAGMENTS_MAX = 5

function createConversion(sources: ContentSources) {
  const problems = new Set<string>()
  const elsewhere = new Set<string>()
  let firstPicture: Converted['firstPicture']
  const builder: Builder = {
    report: (problem) => problems.add(problem),
    picture(img) {
      const { attributes } = img
      const url =
        attributes['data-orig-file'] || attributes['data-lazy-src'] || attributes['data-src'] || attributes.src || ''
      const id = /(?:^|\s)wp-image-(\d+)/.exec(attributes.class ?? '')?.[1]
      const position = attributes['data-object-position'] || /object-position:([^;]+)/.exec(attributes.style ?? '')?.[1]
      return this.pictureOf({ ...(id && { id }), url, alt: attributes.alt, ...(position && { position }) })
    },
    pictureOf({ id, url, alt = '', position }) {
      const found = sources.findPicture({ id, url, position })
      const address = found?.url ?? url
      if (!address || address.startsWith('data:')) {
        problems.add(
          address
            ? 'A picture within the text was left out'
            : `A picture was left out: ${id ? `number ${id} is not in the export` : 'it has no address'}`,
        )
        return undefined
      }
      if (!found) elsewhere.add(address)
      const picture = { url: address, alt: alt || found?.alt || '' }
      firstPicture ??= picture
      return element('img', { src: picture.url, alt: picture.alt }, [])
    },
    link: sources.findLink,
    heading: '',
    product: (reference) => sources.findProduct?.(reference),
    blocks: (nodes, lines) => toBlocks(nodes, builder, lines),
    attached: sources.attached ?? [],
  }

  function convert(content: string, depth = 0): HtmlNode[] {
    const html = replaceShortcodes(content, (shortcode) => {
      const { name, attributes } = shortcode
      // Those of TablePress are items of their own.
      const table = name === 'table' ? sources.findFragment(`table ${attributes.id}`) : undefined
      if (table !== undefined) return `\n\n${table}\n\n`
      const rendered = renderProductShortcode(shortcode, sources) ?? renderShortcode(shortcode)
      const isOne = Object.keys(attributes).length > 0 || shortcode.inner !== '' || /[_-]/.test(name)
      if (!rendered && isOne) problems.add(`The shortcode [${name}] stays as text`)
      if (rendered?.problem) problems.add(rendered.problem)
      return rendered?.html
    })
    const nodes = resolveBlocks(treeOf(html), depth)
    const hasBlocks = /<!--\s*wp:/.test(content)
    return joinQuestions(toBlocks(nodes, builder, { breaksLines: !hasBlocks }))
  }

  function treeOf(html: string): HtmlNode[] {
    const nodes = replaceAmazonCode(parseTree(html), { store: sources.amazon, report: builder.report })
    markLinkedPictures(nodes)
    return nodes
  }

  function convertHtml(content: string, format: ContentFormat): HtmlNode[] {
    if (format === 'own') return withNewAddresses(parseTree(content), builder)
    return joinQuestions(toBlocks(resolveBlocks(treeOf(content), 0), builder, { breaksLines: false }))
  }

  /** Comments of blocks without content of their own. */
  function resolveBlocks(nodes: readonly HtmlNode[], depth: number): HtmlNode[] {
    return nodes.flatMap((node): HtmlNode[] => {
      if (isElement(node))
        return removed.has(node.name)
          ? withoutScript(node)
          : [{ ...node, children: resolveBlocks(node.children, depth) }]
      if (typeof node === 'string') return [node]
      const [, name, json] = /^\s*wp:([a-z][\w/-]*)\s+(\{.*\}\s+)?\/\s*$/s.exec(node.comment) ?? []
      if (!name || silent.test(name)) return []
      if (footnotes.test(name) && sources.footnotes)
        return [
          element(
            'ol',
            {},
            sources.footnotes.map((note) => element('li', {}, parseTree(note))),
          ),
        ]
      const reference = name === 'block' ? /"ref":(\d+)/.exec(json ?? '')?.[1] : undefined
      const fragment = reference && depth < FRAGMENTS_MAX ? sources.findFragment(reference) : undefined
      if (fragment !== undefined) return convert(fragment, depth + 1)
      const box = boxOfBlock(json ?? '', { store: sources.amazon, report: builder.report })
      if (box) return box
      const url = /"(?:url|src|href)":"(https?:[^"]*)"/.exec(json ?? '')?.[1]
      if (url && videoOf(url)) return [element('p', {}, [url])]
      problems.add(`The block “${name}” was left out`)
      return []
    })
  }

  /** Those that show what was embedded have a quotation or a link, which becomes a card. */
  function withoutScript({ name, attributes }: HtmlElement): [] {
    const { src = '' } = attributes
    const isData = /json/.test(attributes.type ?? '')
    if (name === 'script' && !isData && !embedScripts.test(src))
      problems.add(URL.canParse(src) ? `A script of ${new URL(src).hostname} was left out` : 'A script was left out')
    return []
  }

  return { convert, convertHtml, result: () => ({ firstPicture, elsewhere: [...elsewhere], problems: [...problems] }) }
}

/** HTML of the editor with the pictures and links of this site. */
function withNewAddresses(nodes: readonly HtmlNode[], builder: Builder): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node]
    const { href } = node.attributes
    if (node.name === 'img') {
      const picture = builder.picture(node)
      return picture ? [{ ...node, attributes: { ...node.attributes, ...picture.attributes } }] : []
    }
    const moved = node.name === 'a' && href !== undefined && { href: builder.link({ url: href }) ?? href }
    return [
      { ...node, attributes: { ...node.attributes, ...moved }, children: withNewAddresses(node.children, builder) },
    ]
  })
}

/** Blocks that say nothing: spaces, and cuts for lists. */
const silent = /^(?:core\/)?(?:more|nextpage|spacer|separator|paragraph|heading|list-item|group|column|columns)$/

const footnotes = /^(?:core\/)?footnotes$/

const embedScripts =
  /(?:instagram\.com|twitter\.com|x\.com|tiktok\.com|pinterest\.com|pinimg\.com|facebook\.net|facebook\.com)\//

const removed = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'link',
  'meta',
  'head',
  'title',
  'base',
  'input',
  'select',
  'textarea',
  'param',
  'map',
  'area',
])
