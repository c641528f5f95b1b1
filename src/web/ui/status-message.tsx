import type { ReactNode } from 'react'

type StatusMessageProps = {
  /** An error is an assertive live region (`alert`), everything else a polite one (`status`). */
  tone?: 'error' | 'success' | 'info'
  className?: string
  id?: string
  /** It is given the focus, which announces it; as a live region too it would be announced twice. */
  isFocused?: boolean
  children: ReactNode
}

const tones = {
  error: 'border-alert bg-alert/10 text-alert-deep',
  success: 'border-accent bg-cream text-ink',
  info: 'border-line bg-white text-ink-soft',
}

/** A message in place of the content of a section. */
export function StatusMessage({ tone = 'info', className = '', id, isFocused = false, children }: StatusMessageProps) {
  return (
    <div
      id={id}
      role={isFocused ? undefined : tone === 'error' ? 'alert' : 'status'}
      tabIndex={isFocused ? -1 : undefined}
      className={`rounded-card border-l-4 px-5 py-4 text-15 font-medium ${tones[tone]} ${className}`}
    >
      {children}
    </div>
  )
}
