import type {
  NewsletterBlock,
  NewsletterElement,
  NewsletterNode,
  NewsletterPicture,
} from '../../contract/audience/newsletter-mail.ts'

export function isElement(node: NewsletterNode, name: string): node is NewsletterElement {
  return typeof node !== 'string' && node.kind === 'element' && node.name === name
}

/** Without the alternative texts of pictures. */
export function plainText(nodes: NewsletterNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.kind === 'picture' ? '' : plainText(node.children)))
    .join('')
}

export function isPicture(node: NewsletterNode): node is NewsletterPicture {
  return typeof node !== 'string' && node.kind === 'picture'
}

export type ComparedFact = { label: NewsletterElement | undefined; values: NewsletterElement[] }

type Compared = {
  names: NewsletterElement[]
  facts: ComparedFact[]
  /** Below the table: when the prices were checked. */
  notes: NewsletterElement[]
}

/** The products of a comparison and what is compared, with one value for each product. */
export function readComparison(block: NewsletterBlock): Compared {
  const [head, ...rows] = block.children.flatMap(rowsOf)
  return {
    // The first cell of the head is empty.
    names: cellsOf(head).slice(1),
    facts: rows.map((row) => ({ label: cellsOf(row)[0], values: cellsOf(row).slice(1) })),
    notes: block.children.filter((node): node is NewsletterElement => isElement(node, 'p')),
  }
}

function rowsOf(node: NewsletterNode): NewsletterElement[] {
  if (typeof node === 'string' || node.kind !== 'element') return []
  return node.name === 'tr' ? [node] : node.children.flatMap(rowsOf)
}

function cellsOf(row: NewsletterElement | undefined): NewsletterElement[] {
  return (row?.children ?? []).filter(
    (node): node is NewsletterElement => typeof node !== 'string' && node.kind === 'element',
  )
}

const mergeFields = /\{\{[^{}]*\}\}/g
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * `rtl` for a text whose first strong character is read from right to left, as `dir="auto"` finds it in a browser; mail programs
 * need not know that value.
 */
export function directionOf(content: NewsletterNode[] | string): 'rtl' | undefined {
  const text = typeof content === 'string' ? content : plainText(content)
  const [first] = /\p{L}/u.exec(text.replace(mergeFields, '')) ?? []
  return first && rightToLeft.test(first) ? 'rtl' : undefined
}
