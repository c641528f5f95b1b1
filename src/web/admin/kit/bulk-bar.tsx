import type { ReactNode } from 'react'
import { ToolButton } from './tool-button.tsx'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  selection: Selection
  actions: ReactNode
  rows: { id: number }[]
  /** Rows on all pages, where the actions can take everything that the filters match. */
  total?: number | undefined
}

/** The number of selected rows and their bulk actions. */
export function BulkBar({ selection, actions, rows, total }: BulkBarProps) {
  const count = selection.isWhole && total !== undefined ? total : selection.ids.length
  const canSelectWhole =
    total !== undefined && total > rows.length && selection.ids.length === rows.length && !selection.isWhole
  return (
    <div className="mb-2 flex min-h-12 flex-wrap items-center gap-2 max-md:justify-between">
      <span className="md:hidden">
        <SelectAll selection={selection} rows={rows} />
      </span>
      <p aria-live="polite" className="mr-2 text-sm text-ink-soft">
        {count === 0 ? 'Select rows to change several at once' : `${selection.isWhole ? 'All ' : ''}${count} selected`}
      </p>
      {canSelectWhole && (
        <ToolButton tone="quiet" onClick={selection.selectWhole}>
          Select all {total}
        </ToolButton>
      )}
      {selection.ids.length > 0 && (
        <>
          {actions}
          <ToolButton tone="quiet" onClick={selection.clear}>
            Clear
          </ToolButton>
        </>
      )}
    </div>
  )
}

export function SelectAll({ selection, rows }: { selection: Selection; rows: { id: number }[] }) {
  const isAll = rows.length > 0 && selection.ids.length === rows.length
  return (
    <RowCheckbox
      label="Select all on this page"
      isChecked={isAll}
      isIndeterminate={selection.ids.length > 0 && !isAll}
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
