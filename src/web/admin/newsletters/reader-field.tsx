import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { subscribersQuery } from '../../data/owner/subscribers.ts'
import { controlClass } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

export type Reader = { id: number; email: string }

const FOUND_MAX = 5

type ReaderFieldProps = {
  reader: Reader | undefined
  /** Whether it is about what was sent. */
  isSent?: boolean
  onChange: (reader: Reader | undefined) => void
}

/** Chooses the subscriber for whom a newsletter is shown. */
export function ReaderField({ reader, isSent, onChange }: ReaderFieldProps) {
  const [q, setQ] = useState('')
  // The button that was pressed gives way to the field, or the other way round.
  const isFocusDue = useRef(false)
  const takeFocus = (control: HTMLElement | null) => {
    if (!control || !isFocusDue.current) return
    isFocusDue.current = false
    control.focus({ preventScroll: true })
  }
  const choose = (next: Reader | undefined) => {
    isFocusDue.current = true
    setQ('')
    onChange(next)
  }
  const label = `Show it as a subscriber ${isSent ? 'got' : 'gets'} it`
  const term = useDeferredValue(q.trim())
  const found = useQuery({
    // Who got it may have left since.
    ...subscribersQuery({ q: term, status: isSent ? undefined : 'active', limit: FOUND_MAX }),
    enabled: term !== '' && !reader,
  })
  if (reader)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 wrap-anywhere">
          As <strong>{reader.email}</strong> {isSent ? 'got it.' : 'gets it.'}
        </span>
        <ToolButton ref={takeFocus} onClick={() => choose(undefined)}>
          As you get it
        </ToolButton>
      </p>
    )
  return (
    <div>
      <input
        ref={takeFocus}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        className={controlClass}
      />
      {term !== '' && (
        <div role="status" className="mt-1 flex flex-wrap gap-1 text-sm text-ink-soft">
          {found.data?.items.length === 0 && 'Nobody matches.'}
          {found.isError && 'The subscribers could not be loaded.'}
          {found.data?.items.map(({ id, email }) => (
            <ToolButton
              key={id}
              className="max-w-full min-w-0 shrink! wrap-anywhere whitespace-normal!"
              onClick={() => choose({ id, email })}
            >
              {email}
            </ToolButton>
          ))}
        </div>
      )}
    </div>
  )
}
