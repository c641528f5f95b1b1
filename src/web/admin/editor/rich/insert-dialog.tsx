import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog } from '../../kit/dialog.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'

type InsertDialogProps = {
  /** With its article, such as `an image`. */
  what: string
  isNew: boolean
  onApply: () => void
  onClose: () => void
  size?: 'small'
  children: ReactNode
}

/** Inserts something into the text, or changes it; Enter in a line of text does it. */
export function InsertDialog({ what, isNew, onApply, onClose, size, children }: InsertDialogProps) {
  const applyOnEnter = (event: KeyboardEvent) => {
    const isLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (!isLine || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onApply()
  }
  return (
    <Dialog
      isOpen
      title={isNew ? `Insert ${what}` : `Change the ${what.replace(/^an? /, '')}`}
      {...(size ? { size } : {})}
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" onClick={onApply}>
            {isNew ? 'Insert' : 'Change'}
          </ToolButton>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it */}
      <div className="space-y-4" onKeyDown={applyOnEnter}>
        {children}
      </div>
    </Dialog>
  )
}
