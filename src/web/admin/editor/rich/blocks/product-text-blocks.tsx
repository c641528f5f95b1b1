import { Node } from '@tiptap/core'
import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { Award, NotebookPen, Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { BLOCK, type BlockName, blocks, idOf, PRODUCTS_MAX } from '../../../../../contract/content/blocks.ts'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { ProductCard } from '../product-card.tsx'
import { ProductPicker } from '../product-picker.tsx'
import { PickEnd, PickStart, ReviewEnd, ReviewStart } from '../product-preview.tsx'
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
import { addPartOnEnter } from './part-keys.ts'

const words = {
  review: { hint: 'Your words: how you used it, and what happened.', title: 'Review a product' },
  note: { hint: 'A sentence or two.', title: 'Insert a margin note on a product' },
  pick: {
    hint: 'A heading such as “Best for dry skin”, then the reason.',
    title: 'Change the pick',
  },
}

type ProductTextName = keyof typeof words

const Pick = productText('pick', { content: 'heading block*' }).extend({
  isolating: true,
  addKeyboardShortcuts() {
    return { Enter: () => addPartOnEnter(this.editor.state, this.editor.view.dispatch) }
  },
})

const Picks = Node.create({
  name: 'picks',
  group: 'block',
  content: 'pick+',
  isolating: true,
  parseHTML: () => [{ tag: selectorOf('picks'), priority: 70 }],
  renderHTML: () => ['section', { [BLOCK]: 'picks' }, 0],
})

/** Blocks that join a product, by its id, with the owner's own words. */
export const productTextBlocks = {
  review: {
    node: productText('review', { group: 'block', content: 'block+' }),
    menu: {
      label: 'Product review',
      description: 'Your full review: rating, verdict, pros and cons',
      words: 'rating stars verdict skincare',
      group: 'Skincare',
      icon: Star,
    },
    action: changeAction,
    Dialog: (props: BlockDialogProps) => <ProductTextDialog name="review" {...props} />,
  },
  note: {
    node: productText('note', { group: 'block', content: 'block+' }),
    menu: {
      description: 'A product beside the text, with a sentence',
      words: 'aside side product skincare',
      group: 'Skincare',
      icon: NotebookPen,
    },
    action: changeAction,
    Dialog: (props: BlockDialogProps) => <ProductTextDialog name="note" {...props} />,
  },
} satisfies Partial<Record<BlockName, EditorBlock>>

export const pickBlocks = {
  picks: {
    node: Picks,
    menu: {
      description: 'The best for each need, with the reason',
      words: 'best list recommend skincare',
      group: 'Skincare',
      icon: Award,
    },
    parts: { of: 'pick', one: 'pick', many: 'picks' },
    action: { label: 'Add a pick', icon: Plus, run: ({ openDialog }) => openDialog() },
    Dialog: PicksDialog,
  },
  pick: {
    node: Pick,
    menu: undefined,
    action: changeAction,
    Dialog: (props: BlockDialogProps) => <ProductTextDialog name="pick" {...props} />,
  },
} satisfies Partial<Record<BlockName, EditorBlock>>

function productText(name: ProductTextName, shape: { group?: string; content: string }) {
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
  const name = node.type.name as ProductTextName
  const remove = () => {
    const at = getPos()
    const place = at === undefined ? undefined : editor.state.doc.resolve(at)
    // The last pick takes its block with it.
    if (name === 'pick' && place?.parent.childCount === 1)
      editor.commands.deleteRange({ from: place.before(), to: place.after() })
    else deleteNode()
  }
  const id = Number(node.attrs['data-product-id'])
  const product = useProducts([id])[0]?.product
  return (
    <NodeViewWrapper className="product-text" data-kind={name} {...groupOf(blocks[name].label, product?.name)}>
      <div contentEditable={false}>
        <ProductCard
          id={id}
          label={blocks[name].label}
          isSelected={selected}
          isShort={name !== 'note'}
          onRemove={remove}
          onChoose={(by) => updateAttributes({ 'data-product-id': String(by) })}
        />
        <p className="product-text-hint">{words[name].hint}</p>
        {name === 'review' && product && <ReviewStart product={product} />}
      </div>
      {name === 'pick' ? (
        <div data-block="pick">
          {product && <PickStart product={product} />}
          <NodeViewContent className="product-text-words" />
          {product && <PickEnd product={product} hasReason={hasReason(node)} />}
        </div>
      ) : (
        <NodeViewContent className="product-text-words" />
      )}
      {name === 'review' && product && (
        <div contentEditable={false} className="product-text-end">
          <ReviewEnd product={product} />
        </div>
      )}
    </NodeViewWrapper>
  )
}

/** Whether a pick has words or a picture below its heading. */
function hasReason(pick: NodeViewProps['node']): boolean {
  for (let index = 1; index < pick.childCount; index++) {
    const block = pick.child(index)
    if (block.textContent.trim() !== '' || block.isAtom || block.type.name === 'image') return true
  }
  return false
}

type ProductTextDialogProps = BlockDialogProps & { name: ProductTextName }

/** Chooses the product of a new block with words of its own, or of the one at the cursor. */
function ProductTextDialog({ name, editor, onClose }: ProductTextDialogProps) {
  const [around] = useState(() => blockAround(editor.state, name))
  const choose = (id: number) => {
    const attrs = { 'data-product-id': String(id) }
    onClose()
    if (around) {
      editor.view.dispatch(editor.state.tr.setNodeAttribute(around.at, 'data-product-id', String(id)))
      editor.commands.focus()
      return
    }
    insertBlock(editor, { type: name, attrs, content: [{ type: 'paragraph' }] })
    const { doc, selection } = editor.state
    let line: number | undefined
    doc.nodesBetween(0, selection.to, (node, at) => {
      if (node.type.name === name && node.textContent === '') line = at + 2
      return node.type.name !== name
    })
    if (line !== undefined) editor.chain().focus().setTextSelection(line).run()
  }
  return (
    <ProductPicker
      isOpen
      title={around ? 'Choose another product' : words[name].title}
      onChoose={({ id }) => choose(id)}
      onClose={onClose}
    />
  )
}

/** Chooses the products of new top picks, or adds to the ones at the cursor. */
function PicksDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'picks'))
  const [ids, setIds] = useState<number[]>([])
  const apply = () => {
    const content = ids.map((id) => ({
      type: 'pick',
      attrs: { 'data-product-id': String(id) },
      content: [{ type: 'heading', attrs: { level: 3 } }, { type: 'paragraph' }],
    }))
    if (around)
      editor
        .chain()
        .focus()
        .insertContentAt(around.at + around.node.nodeSize - 1, content)
        .run()
    else insertBlock(editor, { type: 'picks', content })
    onClose()
  }
  return (
    <ProductsDialog
      title={around ? 'Add top picks' : 'Insert top picks'}
      action={around ? 'Add' : 'Insert'}
      range={[1, PRODUCTS_MAX]}
      chosen={[ids, setIds]}
      onApply={apply}
      onClose={onClose}
    />
  )
}
