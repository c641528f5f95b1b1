import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { blockAround } from './block-around.ts'
import { insertBlock } from './insert-block.ts'
import { ProductPicker } from './product-picker.tsx'

type ProductTextDialogProps = { name: 'review' | 'note' | 'pick'; editor: Editor; onClose: () => void }

const titles = {
  review: 'Review a product',
  note: 'Insert a margin note on a product',
  pick: 'Change the pick',
}

/** Chooses the product of a new block with words of its own, or of the one at the cursor. */
export function ProductTextDialog({ name, editor, onClose }: ProductTextDialogProps) {
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
      title={around ? 'Choose another product' : titles[name]}
      onChoose={({ id }) => choose(id)}
      onClose={onClose}
    />
  )
}
