import type { NewsletterBlock, NewsletterElement, NewsletterNode } from '../../contract/audience/newsletter-mail.ts'

export type ComparedFact = { label: NewsletterElement | undefined; values: NewsletterElement[] }

/** The products of a comparison and what is compared, with one value for each product. */
export function readComparison(block: NewsletterBlock): { names: NewsletterElement[]; facts: ComparedFact[] } {
  const [head, ...rows] = block.children.flatMap(rowsOf)
  return {
    // The first cell of the head is empty.
    names: cellsOf(head).slice(1),
    facts: rows.map((row) => ({ label: cellsOf(row)[0], values: cellsOf(row).slice(1) })),
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
