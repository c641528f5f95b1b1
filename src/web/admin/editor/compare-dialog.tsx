import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { EditorKind } from './editor-kind.ts'
import { FieldComparison, type Side } from './field-comparison.tsx'

type CompareDialogProps = {
  isOpen: boolean
  kind: EditorKind
  title: string
  before: Side
  after: Side
  onClose: () => void
  footer: ReactNode
}

/** A comparison of two versions of a post. */
export function CompareDialog({ isOpen, kind, title, before, after, onClose, footer }: CompareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      size="large"
      footer={
        <>
          <ToolButton onClick={onClose}>Close</ToolButton>
          {footer}
        </>
      }
    >
      <FieldComparison kind={kind} before={before} after={after} />
    </Dialog>
  )
}
