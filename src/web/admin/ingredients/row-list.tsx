import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'

type RowListProps<Row> = {
  label: string
  hint?: string
  /** The word for one row: 'synonym'. */
  noun: string
  rows: Row[]
  blank: Row
  max: number
  error?: string | undefined
  onChange: (rows: Row[]) => void
  children: (index: number) => ReactNode
}

/** A list of fields by rows. Enter in a row goes on to the next one. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, hint, noun, rows, blank, max, error, onChange, children } = props
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const id = useId()
  const focusRow = (index: number) =>
    // After the row is drawn.
    requestAnimationFrame(() => list.current?.children[index]?.querySelector('input')?.focus())
  const add = () => {
    if (rows.length >= max) return
    onChange([...rows, blank])
    focusRow(rows.length)
  }
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index))
    addButton.current?.focus()
  }
  const handleKey = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (index === rows.length - 1) add()
    else focusRow(index + 1)
  }
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold text-ink">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <ul ref={list} className="space-y-3">
        {rows.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are registered by their place
          <li key={index} className="flex items-start gap-1.5" onKeyDown={(event) => handleKey(event, index)}>
            <div className="grid min-w-0 grow gap-2 sm:grid-flow-col sm:auto-cols-fr">{children(index)}</div>
            <IconButton label={`Remove ${noun} ${index + 1}`} danger onClick={() => remove(index)}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {error && <p className="mt-1 text-sm font-medium text-alert-deep">{error}</p>}
      <ToolButton ref={addButton} tone="quiet" className="mt-1 px-2!" disabled={rows.length >= max} onClick={add}>
        <Plus aria-hidden="true" className="size-4" />
        Add {noun}
      </ToolButton>
    </fieldset>
  )
}
