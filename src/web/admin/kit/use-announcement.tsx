import { type ReactNode, useState } from 'react'

/** Announces sentences politely to screen readers; the region is to be rendered once, from the start. */
export function useAnnouncement(): { announce: (sentence: string) => void; region: ReactNode } {
  const [sentence, announce] = useState('')
  const region = (
    <p aria-live="polite" className="sr-only">
      {sentence}
    </p>
  )
  return { announce, region }
}
