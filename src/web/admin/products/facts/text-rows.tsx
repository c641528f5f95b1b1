import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { controlClass } from '../../kit/form-fields.tsx'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'

type TextRowsProps = {
  label: string
  /** The word for one row: `Pro` makes `Pro 1`, `Add a pro`. */
  rowLabel: string
  hint?: string
  values: readonly string[]
  onChange: (values: string[]) => void
  maxLength: number
  maxRows: number
  errorOf: (index: number) => string | undefined
  /** Other ways to add a row. */
  actions?: ReactNode
}

/** A list of texts as rows: Enter adds one below, Backspace in an empty one takes it away. Empty rows are not saved. */
export function TextRows({
  label,
  rowLabel,
  hint,
  values,
  onChange,
  maxLength,
  maxRows,
  errorOf,
  actions,
}: TextRowsProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  /** Once React has drawn the rows. */
  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const rows = group.current?.querySelectorAll<HTMLInputElement>('input')
      const target = rows?.[Math.min(index, rows.length - 1)] ?? group.current?.querySelector('button')
      target?.focus()
    })
  const insert = (index: number) => {
    if (values.length >= maxRows) return
    onChange(values.toSpliced(index, 0, ''))
    focusRow(index)
  }
  const remove = (index: number) => {
    onChange(values.toSpliced(index, 1))
    focusRow(Math.max(0, index - 1))
  }
  return (
    <fieldset ref={group} aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1 text-sm font-semibold text-ink">{label}</legend>
      <ul className="space-y-2">
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <li key={index}>
            <div className="flex items-center gap-1">
              <input
                aria-label={`${rowLabel} ${index + 1}`}
                aria-invalid={errorOf(index) ? true : undefined}
                aria-describedby={errorOf(index) && `${id}-${index}-error`}
                dir="auto"
                value={value}
                maxLength={maxLength}
                autoComplete="off"
                onChange={(event) => onChange(values.with(index, event.target.value))}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') {
                    event.preventDefault()
                    insert(index + 1)
                  } else if (event.key === 'Backspace' && value === '') {
                    event.preventDefault()
                    remove(index)
                  }
                }}
                className={controlClass}
              />
              <IconButton label={`Remove ${rowLabel.toLowerCase()} ${index + 1}`} onClick={() => remove(index)}>
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
            {errorOf(index) && (
              <p id={`${id}-${index}-error`} className="mt-1 text-sm font-medium text-alert-deep">
                {errorOf(index)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <ToolButton disabled={values.length >= maxRows} onClick={() => insert(values.length)}>
          <Plus aria-hidden="true" className="size-4" />
          Add a {rowLabel.toLowerCase()}
        </ToolButton>
        {actions}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
