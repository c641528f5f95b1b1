import type { LetterBlock, LetterElement, LetterNode } from '../../contract/letter-mail.ts'

export type ComparedFact = { label: LetterElement | undefined; values: LetterElement[] }

/** The products of a comparison and what is compared, with one value for each product. */
export function readComparison(block: LetterBlock): { names: LetterElement[]; facts: ComparedFact[] } {
  const [head, ...rows] = block.children.flatMap(rowsOf)
  return {
    // The first cell of the head is empty.
    names: cellsOf(head).slice(1),
    facts: rows.map((row) => ({ label: cellsOf(row)[0], values: cellsOf(row).slice(1) })),
  }
}

function rowsOf(node: LetterNode): LetterElement[] {
  if (typeof node === 'string' || node.kind !== 'element') return []
  return node.name === 'tr' ? [node] : node.children.flatMap(rowsOf)
}

function cellsOf(row: LetterElement | undefined): LetterElement[] {
  return (row?.children ?? []).filter(
    (node): node is LetterElement => typeof node !== 'string' && node.kind === 'element',
  )
}
