import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { BLOCK, COMPARED_MAX, COMPARED_MIN, idOf, productIdsOf } from '../../../../../contract/content/blocks.ts'
import { type ComparisonRow, comparisonRows, rowsOf } from '../../../../../contract/content/comparison-rows.ts'
import type { OwnerProduct } from '../../../../../contract/shop/products.ts'
import { CheckboxField, SelectField } from '../../../kit/form-fields.tsx'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { ProductCard } from '../product-card.tsx'
import { ProductsDialog } from '../products-dialog.tsx'
import { isGone, useProducts } from '../use-products.ts'
import { ComparisonPreview } from './comparison-preview.tsx'
import { type BlockDialogProps, changeAction, type EditorBlock, editorAttributes, selectorOf } from './editor-block.ts'

/** A table of products. Only their ids and the chosen rows are stored. */
const ProductComparison = Node.create({
  name: 'comparison',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => editorAttributes('comparison'),
  parseHTML: () => [
    {
      tag: selectorOf('comparison'),
      priority: 70,
      getAttrs: (element) => (productIdsOf(element.dataset.productIds).length > 1 ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['div', { [BLOCK]: 'comparison', ...HTMLAttributes }],
  addNodeView: () => ReactNodeViewRenderer(ComparisonView),
})

export const comparisonBlock = {
  node: ProductComparison,
  menu: {
    label: 'Comparison of products',
    description: 'Two to six products in a table',
    words: 'compare versus table skincare',
    group: 'Skincare',
    icon: Scale,
  },
  action: changeAction,
  parts: { of: 'data-product-ids', one: 'product', many: 'products' },
  Dialog: ComparisonDialog,
} satisfies EditorBlock

/** The attribute for the owner's pick; none once it is not compared. */
function pickAmong(ids: readonly number[], pick: number | undefined): string | null {
  return pick !== undefined && ids.includes(pick) ? String(pick) : null
}

function ComparisonView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const ids = productIdsOf(node.attrs['data-product-ids'] as string)
  const pick = idOf((node.attrs['data-pick'] as string | null) ?? undefined)
  const found = useProducts(ids)
  const compare = (next: number[]) =>
    updateAttributes({ 'data-product-ids': next.join(','), 'data-pick': pickAmong(next, pick) })
  const remove = (id: number) => {
    const rest = ids.filter((other) => other !== id)
    if (rest.length >= COMPARED_MIN) compare(rest)
    else deleteNode()
  }
  const replace = (id: number, by: number) => {
    const next = [...new Set(ids.map((each) => (each === id ? by : each)))]
    // A product that is in the table already takes the place of none.
    if (next.length >= COMPARED_MIN) compare(next)
  }
  const shown = found.flatMap(({ product }) => (product?.isActive ? [product] : []))
  const gone = found.filter(isGone)
  return (
    <NodeViewWrapper
      className={`comparison-preview ${selected ? 'selected-block' : ''}`}
      contentEditable={false}
      data-drag-handle
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own */}
      <div
        ref={keepArrows}
        className="comparison-frame"
        role="group"
        aria-label="Comparison of products"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        tabIndex={0}
      >
        <ComparisonPreview products={shown} rows={rowsOf(node.attrs['data-rows'] as string | null)} pick={pick} />
      </div>
      {gone.map(({ id }) => (
        <ProductCard
          key={id}
          id={id}
          label="Column"
          isSelected={false}
          onRemove={() => remove(id)}
          onChoose={(by) => replace(id, by)}
        />
      ))}
      {shown.length < 2 && found.every(({ isPending }) => !isPending) && (
        <p className="comparison-gone">
          {shown.length === 1
            ? 'Only one product is left: readers see its box instead of a table.'
            : 'No product is left: readers do not see this block.'}
        </p>
      )}
    </NodeViewWrapper>
  )
}

/** The arrows scroll the focused table; the editor would move its cursor and take them. */
function keepArrows(frame: HTMLElement | null) {
  const keep = (event: KeyboardEvent) => {
    if (event.target === frame && /^Arrow(?:Left|Right)$/.test(event.key)) event.stopPropagation()
  }
  frame?.addEventListener('keydown', keep)
  return () => frame?.removeEventListener('keydown', keep)
}

const allRows = Object.entries(comparisonRows) as [ComparisonRow, string][]

/** Chooses the products and the rows of a comparison. */
function ComparisonDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'comparison'))
  const [ids, setIds] = useState(() => productIdsOf(around?.node.attrs['data-product-ids']))
  const [rows, setRows] = useState(() => rowsOf(around?.node.attrs['data-rows']))
  const [pick, setPick] = useState(() => idOf(around?.node.attrs['data-pick']))
  const products = useProducts(ids)
  const apply = () => {
    const attrs = {
      'data-product-ids': ids.join(','),
      'data-rows': rows.join(','),
      'data-pick': pickAmong(ids, pick),
    }
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes('comparison', attrs).run()
    else insertBlock(editor, { type: 'comparison', attrs })
    onClose()
  }
  const toggle = (row: ComparisonRow) =>
    setRows(allRows.flatMap(([name]) => ((name === row) !== rows.includes(name) ? [name] : [])))
  return (
    <ProductsDialog
      title={around ? 'Change the comparison' : 'Compare products'}
      action={around ? 'Change' : 'Insert'}
      range={[COMPARED_MIN, COMPARED_MAX]}
      chosen={[ids, setIds]}
      onApply={rows.length > 0 ? apply : undefined}
      onClose={onClose}
    >
      <PickSelect products={products} pick={pick} onChoose={setPick} />
      <fieldset className="mb-4">
        <legend className="mb-1 font-medium">Rows</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {allRows.map(([row, label]) => (
            <CheckboxField key={row} label={label} checked={rows.includes(row)} onChange={() => toggle(row)} />
          ))}
        </div>
      </fieldset>
    </ProductsDialog>
  )
}

type PickSelectProps = {
  products: { id: number; product: OwnerProduct | undefined }[]
  pick: number | undefined
  onChoose: (pick: number | undefined) => void
}

/** The owner's pick among the compared products; none once it is not one of them. */
export function PickSelect({ products, pick, onChoose }: PickSelectProps) {
  const ids = products.map(({ id }) => id)
  return (
    <SelectField
      optional
      label="My pick"
      value={pickAmong(ids, pick) ?? ''}
      onChange={({ target }) => onChoose(idOf(target.value))}
      className="mb-4"
    >
      <option value="">None</option>
      {products.map(({ id, product }) => (
        <option key={id} value={id}>
          {product?.name ?? `Product ${id}`}
        </option>
      ))}
    </SelectField>
  )
}
