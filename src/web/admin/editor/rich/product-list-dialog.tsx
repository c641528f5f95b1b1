import type { Editor } from '@tiptap/core'
import { type ReactNode, useState } from 'react'
import { COMPARED_MAX, COMPARED_MIN, PRODUCTS_MAX, productIdsOf } from '../../../../contract/content/blocks.ts'
import { type ComparisonRow, comparisonRows, rowsOf } from '../../../../contract/content/comparison-rows.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckboxField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { blockAround } from './block-around.ts'
import { ChosenProducts } from './chosen-products.tsx'
import { insertBlock } from './insert-block.ts'
import { ProductChoice } from './product-picker.tsx'

type BlockDialogProps = { editor: Editor; onClose: () => void }

/** Chooses the products of a new block, or of the selected one, in order. */
export function ProductListDialog({ editor, onClose }: BlockDialogProps) {
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
      {...{ ids, onClose }}
      title={around ? 'Change the products' : 'Insert several products'}
      action={around ? 'Change' : 'Insert'}
      onChange={setIds}
      onApply={apply}
    />
  )
}

const allRows = Object.entries(comparisonRows) as [ComparisonRow, string][]

/** Chooses the products and the rows of a comparison. */
export function ComparisonDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'comparison'))
  const [ids, setIds] = useState(() => productIdsOf(around?.node.attrs['data-product-ids']))
  const [rows, setRows] = useState(() => rowsOf(around?.node.attrs['data-rows']))
  const apply = () => {
    const attrs = { 'data-product-ids': ids.join(','), 'data-rows': rows.join(',') }
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes('comparison', attrs).run()
    else insertBlock(editor, { type: 'comparison', attrs })
    onClose()
  }
  const toggle = (row: ComparisonRow) =>
    setRows(allRows.flatMap(([name]) => ((name === row) !== rows.includes(name) ? [name] : [])))
  return (
    <ProductsDialog
      {...{ ids, onClose }}
      title={around ? 'Change the comparison' : 'Compare products'}
      action={around ? 'Change' : 'Insert'}
      min={COMPARED_MIN}
      max={COMPARED_MAX}
      isIncomplete={rows.length === 0}
      onChange={setIds}
      onApply={apply}
    >
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

/** Chooses the products of new top picks, or adds to the ones at the cursor. */
export function PicksDialog({ editor, onClose }: BlockDialogProps) {
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
      {...{ ids, onClose }}
      title={around ? 'Add top picks' : 'Insert top picks'}
      action={around ? 'Add' : 'Insert'}
      onChange={setIds}
      onApply={apply}
    />
  )
}

type ProductsDialogProps = {
  title: string
  /** The main button. */
  action: string
  ids: number[]
  min?: number
  max?: number
  isIncomplete?: boolean
  onChange: (ids: number[]) => void
  onApply: () => void
  onClose: () => void
  children?: ReactNode
}

function ProductsDialog({
  title,
  action,
  ids,
  min = 1,
  max = PRODUCTS_MAX,
  isIncomplete = false,
  onChange,
  onApply,
  onClose,
  children,
}: ProductsDialogProps) {
  const isFull = ids.length >= max
  const isDisabled = ids.length < min || isIncomplete
  const toggle = (id: number) => {
    if (ids.includes(id)) onChange(ids.filter((other) => other !== id))
    else if (!isFull) onChange([...ids, id])
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm">
            {ids.length} chosen{isFull && ', as many as a block may have'}
            {min > 1 && ids.length < min && `, please choose at least ${min}`}
          </p>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" aria-disabled={isDisabled} onClick={() => isDisabled || onApply()}>
            {action}
          </ToolButton>
        </>
      }
    >
      <ChosenProducts ids={ids} onChange={onChange} />
      {children}
      <ProductChoice chosen={ids} onChoose={({ id }) => toggle(id)} />
    </Dialog>
  )
}
