import { useRef } from 'react'
import { ToolButton } from './tool-button.tsx'
import { useBarHeight } from './use-bar-height.ts'

type SaveBarProps = { isSaving: boolean; onDiscard: () => void; className: string }

/** The buttons of a form with unsaved changes, which stay in view. */
export function SaveBar({ isSaving, onDiscard, className }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, '--bottom-bar')
  return (
    <div
      ref={bar}
      className={`sticky-bar bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line bg-white px-4 py-3 ${className}`}
    >
      <p role="status" className="mr-auto text-sm text-ink-soft">
        Unsaved changes
      </p>
      <ToolButton aria-disabled={isSaving} onClick={isSaving ? undefined : onDiscard}>
        Discard
      </ToolButton>
      <ToolButton
        type="submit"
        tone="primary"
        aria-disabled={isSaving}
        onClick={(event) => isSaving && event.preventDefault()}
      >
        {isSaving ? 'Saving...' : 'Save'}
      </ToolButton>
    </div>
  )
}
