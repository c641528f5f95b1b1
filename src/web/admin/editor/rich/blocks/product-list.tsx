import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { BLOCK, productIdsOf } from '../../../../../contract/content/blocks.ts'
import { ProductCard } from '../product-card.tsx'
import { editorAttributes, selectorOf } from './block-attributes.ts'

/** Several products in a row. Only their ids are stored. */
export const ProductList = Node.create({
  name: 'products',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => editorAttributes('products'),
  parseHTML: () => [{ tag: selectorOf('products'), priority: 70 }],
  renderHTML: ({ HTMLAttributes }) => ['div', { [BLOCK]: 'products', ...HTMLAttributes }],
  addNodeView: () => ReactNodeViewRenderer(ProductListView),
})

function ProductListView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const ids = productIdsOf(node.attrs['data-product-ids'] as string | undefined)
  const remove = (id: number) => {
    const rest = ids.filter((other) => other !== id)
    if (rest.length > 0) updateAttributes({ 'data-product-ids': rest.join(',') })
    else deleteNode()
  }
  const replace = (id: number, by: number) => {
    const next = [...new Set(ids.map((each) => (each === id ? by : each)))]
    updateAttributes({ 'data-product-ids': next.join(',') })
  }
  return (
    <NodeViewWrapper
      className="my-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3"
      contentEditable={false}
      data-drag-handle
    >
      {ids.map((id) => (
        <ProductCard
          key={id}
          id={id}
          isSelected={selected}
          onRemove={() => remove(id)}
          onChoose={(by) => replace(id, by)}
        />
      ))}
    </NodeViewWrapper>
  )
}
