import { useEffect, useState } from 'react'

/** The year it is. A page kept from last year comes alive with the server's and then shows the reader's. */
export function CurrentYear() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return (
    // A new element, since React believes that the old one shows this year already.
    <span key={isAlive ? 'browser' : 'server'} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  )
}
