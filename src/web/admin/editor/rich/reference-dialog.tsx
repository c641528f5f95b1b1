import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { ReferenceKind } from '../../../data/owner/block-references.ts'
import { blockAround } from './block-around.ts'
import { insertBlock } from './insert-block.ts'
import { ReferencePicker } from './reference-picker.tsx'

type ReferenceDialogProps = { kind: ReferenceKind; editor: Editor; onClose: () => void }

const titles = { routine: 'Insert a routine', ingredient: 'Insert an ingredient card' }

/** Chooses the routine or the ingredient of a new block, or of the selected one. */
export function ReferenceDialog({ kind, editor, onClose }: ReferenceDialogProps) {
  const [around] = useState(() => blockAround(editor.state, kind))
  const choose = (id: number) => {
    const attrs = { [`data-${kind}-id`]: String(id) }
    onClose()
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes(kind, attrs).run()
    else insertBlock(editor, { type: kind, attrs })
  }
  return (
    <ReferencePicker
      kind={kind}
      title={around ? `Choose another ${kind}` : titles[kind]}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
