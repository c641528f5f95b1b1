import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { ProductCard } from './product-card.tsx'

/** A product in the content. Only its id is stored, so name, price and link are always current. */
export const ProductBox = Node.create({
  name: 'productBox',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    productId: {
      default: null,
      parseHTML: (element) => Number(element.getAttribute('data-product-id')),
      renderHTML: ({ productId }) => ({ 'data-product-id': productId }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-product-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ProductBoxView),
})

function ProductBoxView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  return (
    <NodeViewWrapper className="my-6" contentEditable={false} data-drag-handle>
      <ProductCard
        id={Number(node.attrs.productId)}
        isSelected={selected}
        onRemove={deleteNode}
        onChoose={(productId) => updateAttributes({ productId })}
      />
    </NodeViewWrapper>
  )
}
