import type { ReactNode } from 'react'

type ProgressBoxProps = {
  /** It is announced when it changes. */
  label: string
  /** The completed part from 0 to 1; absent where it is not known. */
  part?: number | undefined
  /** Notes and buttons below the bar. */
  children?: ReactNode
}

/** A bar that shows how far something is, with what it does now. */
export function ProgressBox({ label, part, children }: ProgressBoxProps) {
  return (
    <div className="mb-4 rounded-lg bg-cream px-4 py-3">
      <p role="status" className="mb-2 text-sm font-semibold">
        {label}…
      </p>
      <progress
        aria-label={label}
        {...(part !== undefined && { value: part })}
        max={1}
        className="block h-2 w-full accent-accent-deep"
      />
      {children && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-soft">{children}</div>
      )}
    </div>
  )
}
