import { useId } from 'react'

type FieldProps = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  /** Makes the field a text area of this height. */
  rows?: number
  optional?: boolean
  autoComplete: string
  defaultValue?: string
  error?: string
  /** The id of a message about several fields that says that this one is wrong. */
  invalidBy?: string | undefined
  disabled?: boolean
  maxLength?: number
  /** Set in a form that is hydrated on its own; generated otherwise. */
  id?: string | undefined
}

const control = 'field-input'

/** A labelled input or text area with its message. */
export function Field({ name, label, type = 'text', rows, optional, error, invalidBy, ...input }: FieldProps) {
  const generated = useId()
  const id = input.id ?? `field${generated}`
  const shared = {
    ...input,
    id,
    name,
    dir: 'auto',
    'aria-required': optional ? undefined : true,
    'aria-invalid': error || invalidBy ? true : undefined,
    'aria-describedby': error ? `${id}-error` : invalidBy,
    className: control,
  }
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
      {error && (
        <p id={`${id}-error`} className="mt-2 text-15 font-medium text-alert-deep">
          {error}
        </p>
      )}
    </div>
  )
}
