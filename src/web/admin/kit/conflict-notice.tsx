import type { ReactNode } from 'react'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton } from './tool-button.tsx'

type ConflictNoticeProps = {
  /** The text of the button that drops the own changes. */
  showLabel: string
  isSaving?: boolean
  className?: string
  onShow: () => void
  onSave: () => void
  children: ReactNode
}

/** Offers the values that another window saved, or to save the own ones over them. */
export function ConflictNotice({ showLabel, isSaving, className, onShow, onSave, children }: ConflictNoticeProps) {
  return (
    <StatusMessage tone="error" className={className}>
      {children}
      <span className="mt-3 flex flex-wrap gap-2">
        <ToolButton onClick={onShow}>{showLabel}</ToolButton>
        <ToolButton tone="primary" aria-disabled={isSaving} onClick={onSave}>
          Save mine
        </ToolButton>
      </span>
    </StatusMessage>
  )
}
