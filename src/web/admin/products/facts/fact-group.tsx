import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type FactGroupProps = {
  title: string
  /** How many of its facts say something. */
  filled: number
  hasError: boolean
  children: ReactNode
}

/** A part of the form that opens; its fields are made when it is first opened, and stay then. */
export function FactGroup({ title, filled, hasError, children }: FactGroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  if (hasError && !wasOpen) setWasOpen(true)
  useEffect(() => {
    if (!hasError) return
    setIsOpen(true)
    const form = details.current?.closest('form')
    // A field in a closed group could not take the focus when the form was sent.
    if (!form?.querySelector('[aria-invalid]:focus')) {
      details.current!.open = true
      details.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
  }, [hasError])
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open)
        if (event.currentTarget.open) setWasOpen(true)
      }}
      className="group border-t border-line last:border-b"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 py-2 text-sm font-semibold text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {title}
        <span className="ml-auto font-normal text-ink-soft">
          {filled > 0 && `${filled} filled in`}
          {hasError && <span className="ml-2 text-alert-deep">Please look at it</span>}
        </span>
      </summary>
      {wasOpen && <div className="space-y-5 pt-2 pb-6">{children}</div>}
    </details>
  )
}
