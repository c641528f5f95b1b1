import type { ReactNode } from 'react'
import { ToolButton } from './tool-button.tsx'

type DialogButtonsProps = { formId: string; isDisabled: boolean; onClose: () => void; children: ReactNode }

/** The footer of a dialog with a form: Cancel, and the button that submits it. */
export function DialogButtons({ formId, isDisabled, onClose, children }: DialogButtonsProps) {
  return (
    <>
      <ToolButton onClick={onClose}>Cancel</ToolButton>
      <ToolButton type="submit" form={formId} tone="primary" disabled={isDisabled}>
        {children}
      </ToolButton>
    </>
  )
}
