import type { ReactNode } from 'react'

type ToggleButtonProps = { isOn: boolean; onClick: () => void; children: ReactNode }

/** A quiet button that stays pressed, such as a width of a preview. */
export function ToggleButton({ isOn, onClick, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="min-h-10 rounded-lg px-3 text-sm font-semibold text-ink-soft hover:bg-cream aria-pressed:bg-cream aria-pressed:text-accent-darker"
    >
      {children}
    </button>
  )
}
