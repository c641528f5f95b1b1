import { useEffect, useState } from 'react'

/** The current year, corrected after hydration if the page was cached last year. */
export function CurrentYear() {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return (
    // The key forces a new element: with a suppressed warning React leaves the text of the server as it is.
    <span key={isHydrated ? 'browser' : 'server'} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  )
}
