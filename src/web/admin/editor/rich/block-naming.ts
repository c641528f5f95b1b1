import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import {
  type BlockName,
  blockNames,
  blocks,
  isNote,
  isReferenceBlock,
  productIdsOf,
} from '../../../../contract/content/blocks.ts'
import { groupOf } from './blocks/editor-block.ts'
import { editorBlocks } from './blocks/editor-blocks.ts'

const key = new PluginKey<DecorationSet>('blockNaming')

/**
 * Adds what screen readers need in the editor and what is never stored: a name for each empty heading, and a role and a name
 * for each block and table.
 */
export const BlockNaming = Extension.create({
  name: 'blockNaming',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, namesBetween(doc, 0, doc.childCount)),
        apply: (tr, names) => (tr.docChanged ? renamed(tr, names) : names),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** The names of empty headings, which editor.css shows as their placeholders. */
const headingNames: Record<string, string> = { pick: 'Best for…', week: 'Week 1' }

const isBlockName = (name: string): name is BlockName => blockNames.some((known) => known === name)

/** The role and the name of a block or a table; undefined for other nodes, and for blocks whose views know a name and set it. */
function groupOfNode(node: Node): Record<string, string> | undefined {
  const { name } = node.type
  if (name === 'table') {
    const columns = node.firstChild?.childCount ?? 0
    return groupOf(`Table, ${count(node.childCount, 'row', 'rows')}, ${count(columns, 'column', 'columns')}`, undefined)
  }
  if (!isBlockName(name)) return undefined
  const { parts, title } = editorBlocks[name]
  if (isReferenceBlock(name) && !parts) return undefined
  const total = parts && `${blocks[name].label}, ${count(partsOf(node, parts.of), parts.one, parts.many)}`
  const group = groupOf(total ?? blocks[name].label, title?.(node))
  if (isNote(name)) return { ...group, role: 'note' }
  // Items need their list and captions their figure, which can have a name as well.
  const isNamedElement = ['figure', 'ol'].includes(blocks[name].element) && !node.isAtom
  return isNamedElement ? { 'aria-label': group['aria-label'] } : group
}

function partsOf(node: Node, of: string): number {
  return of.startsWith('data-')
    ? productIdsOf(node.attrs[of]).length
    : typesIn(node).filter((type) => type === of).length
}

const typesIn = (node: Node) => node.children.map(({ type }) => type.name)
const count = (total: number, one: string, many: string) => `${total} ${total === 1 ? one : many}`

/** Decorations of each top-level block, with positions from its start. A transaction keeps the blocks that it does not change. */
const named = new WeakMap<Node, Name[]>()

type Name = { from: number; to: number; attributes: Record<string, string> }

/** The decorations after a transaction, of which only those of changed top-level blocks are made again. */
function renamed({ before, doc, mapping }: Transaction, names: DecorationSet): DecorationSet {
  let first = 0
  let from = 0
  while (first < doc.childCount && before.maybeChild(first) === doc.child(first)) from += doc.child(first++).nodeSize
  let [last, to, lastBefore] = [doc.childCount, doc.content.size, before.childCount]
  while (last > first && lastBefore > first && before.child(lastBefore - 1) === doc.child(last - 1)) {
    lastBefore -= 1
    to -= doc.child(--last).nodeSize
  }
  const mapped = names.map(mapping, doc)
  // `find` returns those of the neighbours, too.
  const old = mapped.find(from, to).filter((name) => name.from >= from && name.to <= to)
  return mapped.remove(old).add(doc, namesBetween(doc, first, last))
}

/** The decorations of the top-level blocks of a range of indices. */
function namesBetween(doc: Node, first: number, end: number): Decoration[] {
  const decorations: Decoration[] = []
  let at = 0
  for (let index = 0; index < end; at += doc.child(index++).nodeSize) {
    if (index < first) continue
    for (const { from, to, attributes } of namesOf(doc.child(index)))
      decorations.push(Decoration.node(at + from, at + to, attributes))
  }
  return decorations
}

function namesOf(block: Node): Name[] {
  const known = named.get(block)
  if (known) return known
  const names: Name[] = []
  const visit = (node: Node, at: number, parent: Node | null) => {
    const { name } = node.type
    const add = (attributes: Record<string, string>) => names.push({ from: at, to: at + node.nodeSize, attributes })
    const group = groupOfNode(node)
    if (group) add(group)
    if (name === 'heading' && node.content.size === 0)
      add({ 'aria-label': headingNames[parent?.type.name ?? ''] ?? 'Heading' })
    return !node.isTextblock
  }
  if (visit(block, 0, null)) block.descendants((node, at, parent) => visit(node, at + 1, parent))
  named.set(block, names)
  return names
}
