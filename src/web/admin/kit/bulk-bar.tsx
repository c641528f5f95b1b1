import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ToolButton } from './tool-button.tsx'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  selection: Selection
  actions: ReactNode
  rows: { id: number }[]
  /** In words: 'products'. */
  many: string
}

/** The number of selected rows and their bulk actions. */
export function BulkBar({ selection, actions, rows, many }: BulkBarProps) {
  const { count } = selection
  return (
    <div className="mb-2">
      <div className="flex min-h-12 flex-wrap items-center gap-2 max-md:justify-between">
        <span className="md:hidden">
          <SelectAll selection={selection} rows={rows} />
        </span>
        <p aria-live="polite" className="mr-2 text-sm text-ink-soft">
          {count === 0 ? 'Select rows to change several at once' : selectedText(selection)}
        </p>
        {count > 0 && (
          <>
            {actions}
            <ToolButton tone="quiet" onClick={selection.clear}>
              Clear
            </ToolButton>
          </>
        )}
      </div>
      <SelectWhole selection={selection} shown={rows.length} many={many} />
    </div>
  )
}

export function selectedText({ isWhole, count }: Selection): string {
  return `${isWhole ? 'All ' : ''}${count.toLocaleString('en-US')} selected`
}

type SelectWholeProps = { selection: Selection; shown: number; many: string }

/** Offers all rows that match once those of the page are selected, and says while they are being changed. */
export function SelectWhole({ selection, shown, many }: SelectWholeProps) {
  const { isWhole, total, max } = selection
  const isBusy = useIsMutating() > 0
  const all = total.toLocaleString('en-US')
  if (isWhole)
    return isBusy ? (
      <p role="status" className="pb-2 text-sm text-ink-soft">
        Changing {all} {many}…
      </p>
    ) : null
  if (shown === 0 || selection.shown.length < shown || total <= shown) return null
  if (total > max)
    return (
      <p className="pb-2 text-sm text-ink-soft">
        {all} {many} match, and at most {max.toLocaleString('en-US')} can be changed at once. A filter narrows the list.
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 pb-2 text-sm text-ink-soft">
      All {shown} shown are selected.
      <ToolButton tone="quiet" onClick={selection.selectWhole}>
        Select all {all} {many} that match
      </ToolButton>
    </p>
  )
}

export function SelectAll({ selection, rows }: { selection: Selection; rows: { id: number }[] }) {
  const selected = selection.shown.length
  const isAll = rows.length > 0 && selected === rows.length
  return (
    <RowCheckbox
      label="Select all on this page"
      isChecked={isAll}
      isIndeterminate={selected > 0 && !isAll}
      onChange={() => selection.toggleAll(rows.map((row) => row.id))}
    />
  )
}

type RowCheckboxProps = { label: string; isChecked: boolean; isIndeterminate?: boolean; onChange: () => void }

export function RowCheckbox({ label, isChecked, isIndeterminate, onChange }: RowCheckboxProps) {
  return (
    <label className="grid size-10 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(element) => {
          if (element) element.indeterminate = Boolean(isIndeterminate)
        }}
        onChange={onChange}
        className="size-4.5 accent-accent-deep"
      />
    </label>
  )
}
