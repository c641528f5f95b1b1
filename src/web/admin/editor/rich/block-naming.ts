import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { blockNames, isNote } from '../../../../contract/content/blocks.ts'

const key = new PluginKey<DecorationSet>('blockNaming')

/**
 * Adds what screen readers need in the editor and what is never stored: a name for each empty heading, and no landmark
 * for each callout.
 */
export const BlockNaming = Extension.create({
  name: 'blockNaming',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => namesIn(doc),
        apply: (tr, names) => (tr.docChanged ? namesIn(tr.doc) : names),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** The names of empty headings, which editor.css shows as their placeholders. */
const headingNames: Record<string, string> = { pick: 'Best for…', week: 'Week 1' }

const notes = new Set<string>(blockNames.filter(isNote))

/** Decorations of each top-level block, with positions from its start. A transaction keeps the blocks that it does not change. */
const named = new WeakMap<Node, Name[]>()

type Name = { from: number; to: number; attributes: Record<string, string> }

function namesIn(doc: Node): DecorationSet {
  const decorations: Decoration[] = []
  doc.forEach((block, at) => {
    for (const { from, to, attributes } of namesOf(block))
      decorations.push(Decoration.node(at + from, at + to, attributes))
  })
  return DecorationSet.create(doc, decorations)
}

function namesOf(block: Node): Name[] {
  const known = named.get(block)
  if (known) return known
  const names: Name[] = []
  const visit = (node: Node, at: number, parent: Node | null) => {
    const { name } = node.type
    const add = (attributes: Record<string, string>) => names.push({ from: at, to: at + node.nodeSize, attributes })
    if (notes.has(name)) add({ role: 'note' })
    if (name === 'heading' && node.content.size === 0)
      add({ 'aria-label': headingNames[parent?.type.name ?? ''] ?? 'Heading' })
    return !node.isTextblock
  }
  if (visit(block, 0, null)) block.descendants((node, at, parent) => visit(node, at + 1, parent))
  named.set(block, names)
  return names
}
