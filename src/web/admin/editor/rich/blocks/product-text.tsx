import { Node } from '@tiptap/core'
import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { BLOCK, blocks, idOf } from '../../../../../contract/content/blocks.ts'
import { ProductCard } from '../product-card.tsx'
import { editorAttributes, selectorOf } from './block-attributes.ts'
import { addPartOnEnter } from './part-keys.ts'

/** Blocks that join a product, by its id, with the owner's own words. */
export const Review = productText('review', { group: 'block', content: 'block+' })
export const Note = productText('note', { group: 'block', content: 'block+' })
export const Pick = productText('pick', { content: 'heading block*' }).extend({
  isolating: true,
  addKeyboardShortcuts() {
    return { Enter: () => addPartOnEnter(this.editor.state, this.editor.view.dispatch) }
  },
})

export const Picks = Node.create({
  name: 'picks',
  group: 'block',
  content: 'pick+',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('picks'), priority: 70 }],
  renderHTML: () => ['section', { [BLOCK]: 'picks' }, 0],
})

const kinds = {
  review: { label: 'Review', hint: 'Your words: how you used it, and what happened.' },
  note: { label: 'Margin note', hint: 'A sentence or two.' },
  pick: { label: 'Top pick', hint: 'A heading such as “Best for dry skin”, then the reason.' },
}

function productText(name: keyof typeof kinds, shape: { group?: string; content: string }) {
  return Node.create({
    name,
    ...shape,
    defining: true,
    addAttributes: () => editorAttributes(name),
    parseHTML: () => [
      {
        tag: selectorOf(name),
        priority: 70,
        getAttrs: (element) => (idOf(element.dataset.productId) === undefined ? false : null),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [blocks[name].element, { [BLOCK]: name, ...HTMLAttributes }, 0],
    addNodeView: () => ReactNodeViewRenderer(ProductTextView),
  })
}

function ProductTextView({ node, selected, updateAttributes, deleteNode, editor, getPos }: NodeViewProps) {
  const name = node.type.name as keyof typeof kinds
  const remove = () => {
    const at = getPos()
    const place = at === undefined ? undefined : editor.state.doc.resolve(at)
    // The last pick takes its block with it.
    if (name === 'pick' && place?.parent.childCount === 1)
      editor.commands.deleteRange({ from: place.before(), to: place.after() })
    else deleteNode()
  }
  return (
    <NodeViewWrapper className="product-text" data-kind={name}>
      <div contentEditable={false}>
        <ProductCard
          id={Number(node.attrs['data-product-id'])}
          label={kinds[name].label}
          isSelected={selected}
          onRemove={remove}
          onChoose={(id) => updateAttributes({ 'data-product-id': String(id) })}
        />
        <p className="product-text-hint">{kinds[name].hint}</p>
      </div>
      <NodeViewContent className="product-text-words" />
    </NodeViewWrapper>
  )
}
