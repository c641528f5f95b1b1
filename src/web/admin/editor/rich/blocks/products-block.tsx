import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { BLOCK, PRODUCTS_MAX, productIdsOf } from '../../../../../contract/content/blocks.ts'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { ProductCard } from '../product-card.tsx'
import { ProductsDialog } from '../products-dialog.tsx'
import { useProducts } from '../use-products.ts'
import {
  type BlockDialogProps,
  changeAction,
  type EditorBlock,
  editorAttributes,
  groupOf,
  selectorOf,
} from './editor-block.ts'

/** Several products in a row. Only their ids are stored. */
const ProductList = Node.create({
  name: 'products',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => editorAttributes('products'),
  parseHTML: () => [{ tag: selectorOf('products'), priority: 70 }],
  renderHTML: ({ HTMLAttributes }) => ['div', { [BLOCK]: 'products', ...HTMLAttributes }],
  addNodeView: () => ReactNodeViewRenderer(ProductListView),
})

export const productsBlock = {
  node: ProductList,
  menu: {
    label: 'Several products',
    description: 'Product boxes side by side',
    words: 'shop affiliate list grid',
    group: 'Products',
    icon: Store,
  },
  action: changeAction,
  parts: { of: 'data-product-ids', one: 'box', many: 'boxes' },
  Dialog: ProductListDialog,
} satisfies EditorBlock

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

/** Chooses the products of a new block, or of the selected one, in order. */
function ProductListDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'products'))
  const [ids, setIds] = useState(() => productIdsOf(around?.node.attrs['data-product-ids']))
  const apply = () => {
    const attrs = { 'data-product-ids': ids.join(',') }
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes('products', attrs).run()
    else insertBlock(editor, { type: 'products', attrs })
    onClose()
  }
  return (
    <ProductsDialog
      title={around ? 'Change the products' : 'Insert several products'}
      action={around ? 'Change' : 'Insert'}
      range={[1, PRODUCTS_MAX]}
      chosen={[ids, setIds]}
      onApply={apply}
      onClose={onClose}
    />
  )
}

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
  const id = Number(node.attrs.productId)
  const product = useProducts([id])[0]?.product
  return (
    <NodeViewWrapper
      className="my-6"
      contentEditable={false}
      data-drag-handle
      {...groupOf('Product box', product?.name)}
    >
      <ProductCard
        id={id}
        isSelected={selected}
        onRemove={deleteNode}
        onChoose={(productId) => updateAttributes({ productId })}
      />
    </NodeViewWrapper>
  )
}
