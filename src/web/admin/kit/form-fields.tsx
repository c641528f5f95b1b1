import {
  type AriaAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { useIsOptional } from './field-rules.ts'

export const controlClass =
  'block w-full min-h-10 rounded-lg border border-edge bg-white px-3 py-2 text-[0.9375rem] text-ink transition-colors ' +
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

/**
 * Whether a field may stay empty, which its label says: `optional`, or what the schema of the form says at the path `name`.
 * `null` for a search and for a choice that is never empty, whose labels say nothing.
 */
type EmptyRule = { name: string; optional?: boolean | undefined } | { name?: undefined; optional: boolean | null }

type FrameProps = FieldProps & {
  name?: string | undefined
  optional?: boolean | null | undefined
  /** Whether it is a choice, which is never empty unless nothing can be chosen. */
  isChoice?: boolean
  children: (control: ControlProps) => ReactNode
}
type ControlProps = { id: string } & Pick<AriaAttributes, 'aria-required' | 'aria-invalid' | 'aria-describedby'>

/** A label, a control, its hint and its error, linked by ARIA attributes. */
export function FieldFrame(props: FieldProps & EmptyRule & Pick<FrameProps, 'children'>) {
  return <Frame {...props} />
}

function Frame(props: FrameProps) {
  const { label, hint, error, name, isChoice, isLabelHidden, className = '', children } = props
  const id = useId()
  const byRule = useIsOptional(name, isChoice)
  const isOptional = props.optional === undefined ? byRule : props.optional
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className={isLabelHidden ? 'sr-only' : 'mb-1 text-sm text-ink-soft'}>
        <label htmlFor={id} className="font-semibold text-ink">
          {label}
        </label>
        {isOptional && ' (optional)'}
      </div>
      {children({
        id,
        'aria-required': isOptional === false || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
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
type TextFieldProps = FieldProps &
  EmptyRule &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> & { ref?: React.Ref<HTMLInputElement> }

export function TextField({ label, hint, error, optional, isLabelHidden, className, ...input }: TextFieldProps) {
  return (
    <Frame {...{ label, hint, error, optional, isLabelHidden, className }} name={input.name}>
      {(control) => (
        <input
          dir="auto"
          {...input}
          {...control}
          data-autofocus={input.autoFocus || undefined}
          className={controlClass}
        />
      )}
    </Frame>
  )
}

type TextAreaProps = FieldProps &
  EmptyRule &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> & { ref?: React.Ref<HTMLTextAreaElement> }

export function TextAreaField(props: TextAreaProps) {
  const { label, hint, error, optional, isLabelHidden, className, rows = 3, ...area } = props
  return (
    <Frame {...{ label, hint, error, optional, isLabelHidden, className }} name={area.name}>
      {(control) => <textarea dir="auto" {...area} {...control} rows={rows} className={controlClass} />}
    </Frame>
  )
}

type SelectProps = FieldProps &
  EmptyRule &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> & { ref?: React.Ref<HTMLSelectElement> }

export function SelectField({
  label,
  hint,
  error,
  optional,
  isLabelHidden,
  className,
  children,
  ...select
}: SelectProps) {
  return (
    <Frame {...{ label, hint, error, optional, isLabelHidden, className }} name={select.name} isChoice>
      {(control) => (
        <select {...select} {...control} className={`${controlClass} pr-8`}>
          {children}
        </select>
      )}
    </Frame>
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
