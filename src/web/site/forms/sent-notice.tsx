import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

type SentNoticeProps = { text: string; againLabel: string; onAgain: () => void }

/** Confirms a submission in place. Its text takes the focus, which announces it; a live region would announce it twice. */
export function SentNotice({ text, againLabel, onAgain }: SentNoticeProps) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border-l-4 border-accent bg-cream px-5 py-4">
      <p ref={ref} tabIndex={-1} className="min-w-0 font-medium">
        {text}
      </p>
      <Button variant="quiet" size="small" onClick={onAgain}>
        {againLabel}
      </Button>
    </div>
  )
}
