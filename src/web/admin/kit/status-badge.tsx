import type { ReactNode } from 'react'

const tones = {
  good: 'border-good/40 bg-good-pale text-good-deep',
  waiting: 'border-accent bg-cream text-accent-darker',
  quiet: 'border-line bg-white text-ink-soft',
  alert: 'border-alert/60 bg-alert/10 text-alert-deep',
}

export type StatusTone = keyof typeof tones

/** The state of a row in one word. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
