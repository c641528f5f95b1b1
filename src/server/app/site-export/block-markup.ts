import { type HtmlElement, type HtmlNode, isElement, parseTree, writeTree } from '../site-import/content/html-tree.ts'

/** The id of an attachment by the address of its picture. */
export type AttachmentIds = ReadonlyMap<string, number>

/**
 * HTML with the block comments of WordPress, so that its editor opens it: paragraphs, headings, lists, quotations, code, tables and
 * pictures as their blocks, everything else as a block of HTML, which it keeps as it is.
 */
export function blockMarkup(html: string, attachments: AttachmentIds): string {
  return parseTree(html)
    .filter((node) => typeof node !== 'string' || node.trim() !== '')
    .map((node) => toBlock(node, attachments) ?? block('html', writeTree([node])))
    .join('\n\n')
}

function block(name: string, html: string, attributes?: Record<string, unknown>): string {
  // Two hyphens would end the comment.
  const json = attributes ? ` ${JSON.stringify(attributes).replaceAll('--', '\\u002d\\u002d')}` : ''
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`
}

function toBlock(node: HtmlNode, attachments: AttachmentIds): string | undefined {
  if (!isElement(node)) return undefined
  const { name, attributes, children } = node
  if (name === 'figure' || name === 'img') return toImage(node, attachments)
  if (name === 'table') return toTable(node)
  const { start, id: _, ...others } = attributes
  if (Object.keys(others).length > 0) return undefined
  const inner = writeTree(children)
  if (/^h[1-6]$/.test(name)) {
    const level = Number(name[1])
    return block('heading', `<${name} class="wp-block-heading">${inner}</${name}>`, level === 2 ? undefined : { level })
  }
  switch (name) {
    case 'p':
      return block('paragraph', `<p>${inner}</p>`)
    case 'hr':
      return block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>')
    case 'ul':
    case 'ol':
      return toList(node, start)
    case 'blockquote': {
      const blocks = children.filter((child) => typeof child !== 'string' || child.trim() !== '')
      const inside = blocks.map((child) => (isElement(child, 'p') ? toBlock(child, attachments) : undefined))
      if (inside.some((each) => each === undefined)) return undefined
      return block('quote', `<blockquote class="wp-block-quote">${inside.join('\n\n')}</blockquote>`)
    }
    case 'pre':
      return children.length === 1 && isElement(children[0]!, 'code')
        ? block('code', `<pre class="wp-block-code">${inner}</pre>`)
        : undefined
    default:
      return undefined
  }
}

function toList({ name, children }: HtmlElement, start: string | undefined): string | undefined {
  const items = children.filter((node) => typeof node !== 'string' || node.trim() !== '')
  const inside = items.map(toItem)
  if (inside.some((item) => item === undefined)) return undefined
  const options = { ...(name === 'ol' && { ordered: true }), ...(start && { start: Number(start) }) }
  const tag = start ? `${name} start="${Number(start)}"` : name
  const html = `<${tag} class="wp-block-list">${inside.join('\n\n')}</${name}>`
  return block('list', html, Object.keys(options).length > 0 ? options : undefined)
}

/** A line, with lists after it. */
function toItem(node: HtmlNode): string | undefined {
  if (!isElement(node, 'li') || Object.keys(node.attributes).length > 0) return undefined
  const first = node.children.findIndex((child) => isElement(child, 'ul', 'ol'))
  const line = first < 0 ? node.children : node.children.slice(0, first)
  if (line.some((child) => isElement(child, 'p', 'blockquote', 'pre', 'figure'))) return undefined
  const lists = first < 0 ? [] : node.children.slice(first).filter((child) => typeof child !== 'string' || child.trim())
  const inside = lists.map((list) =>
    isElement(list, 'ul', 'ol') && Object.keys(list.attributes).length === 0 ? toList(list, undefined) : undefined,
  )
  if (inside.some((each) => each === undefined)) return undefined
  return block('list-item', `<li>${writeTree(line)}${inside.join('')}</li>`)
}

/** A picture with a caption, if it stands in no group. */
function toImage(node: HtmlElement, attachments: AttachmentIds): string | undefined {
  const parts =
    node.name === 'img' ? [node] : node.children.filter((child) => typeof child !== 'string' || child.trim())
  const [img, caption, ...more] = parts
  if (!img || !isElement(img, 'img') || more.length > 0) return undefined
  if (caption !== undefined && !isElement(caption, 'figcaption')) return undefined
  if (node.name === 'figure' && Object.keys(node.attributes).some((each) => each !== 'data-block')) return undefined
  const { src = '', alt = '' } = img.attributes
  const id = attachments.get(src)
  const picture = writeTree([
    { name: 'img', attributes: { src, alt, ...(id !== undefined && { class: `wp-image-${id}` }) }, children: [] },
  ]).replace(/>$/, '/>')
  const words = caption ? `<figcaption class="wp-element-caption">${writeTree(caption.children)}</figcaption>` : ''
  const options = { ...(id !== undefined && { id }), sizeSlug: 'full', linkDestination: 'none' }
  return block('image', `<figure class="wp-block-image size-full">${picture}${words}</figure>`, options)
}

/** A table without a caption and joined cells. */
function toTable(table: HtmlElement): string | undefined {
  const html = writeTree([table])
  return /<(?:caption|table |t[dh] )/.test(html)
    ? undefined
    : block('table', `<figure class="wp-block-table">${html}</figure>`)
}
