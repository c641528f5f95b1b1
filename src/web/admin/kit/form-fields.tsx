import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

export const controlClass =
  'block w-full min-h-10 rounded-lg border border-ink-faint/80 bg-white px-3 py-2 text-[0.9375rem] text-ink transition-colors ' +
  'hover:border-ink-faint disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-alert-deep'

type FieldProps = {
  label: string
  /** Help text below the field. */
  hint?: ReactNode
  error?: string
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean
  className?: string
}

type FrameProps = FieldProps & { children: (control: ControlProps) => ReactNode }
type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** A label, a control, its hint and its error, linked by ARIA attributes. */
export function FieldFrame({ label, hint, error, isLabelHidden, className = '', children }: FrameProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-sm font-semibold text-ink'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-alert-deep">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Accepts the props of react-hook-form's `register`. */
type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> }

export function TextField({ label, hint, error, isLabelHidden, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, isLabelHidden, className }}>
      {(control) => (
        <input
          dir="auto"
          {...input}
          {...control}
          data-autofocus={input.autoFocus || undefined}
          className={controlClass}
        />
      )}
    </FieldFrame>
  )
}

type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: React.Ref<HTMLTextAreaElement> }

export function TextAreaField({ label, hint, error, isLabelHidden, className, rows = 3, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, error, isLabelHidden, className }}>
      {(control) => <textarea dir="auto" {...area} {...control} rows={rows} className={controlClass} />}
    </FieldFrame>
  )
}

type SelectProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: React.Ref<HTMLSelectElement> }

export function SelectField({ label, hint, error, isLabelHidden, className, children, ...select }: SelectProps) {
  return (
    <FieldFrame {...{ label, hint, error, isLabelHidden, className }}>
      {(control) => (
        <select {...select} {...control} className={`${controlClass} pr-8`}>
          {children}
        </select>
      )}
    </FieldFrame>
  )
}

type CheckboxProps = Pick<FieldProps, 'label' | 'hint'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> }

export function CheckboxField({ label, hint, className = '', ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-10 cursor-pointer items-center gap-3 text-[0.9375rem]">
        <input
          {...input}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="size-5 shrink-0 accent-accent-deep"
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ml-8 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
