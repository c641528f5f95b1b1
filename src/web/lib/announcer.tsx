import { useEffect, useRef, useState } from 'react'
import { useRouter } from './router.tsx'

/** Says the new page's title to a screen reader after a navigation within the app, which makes no sound by itself. */
export function Announcer() {
  const { pathname, query } = useRouter()
  const [title, setTitle] = useState('')
  const isFirst = useRef(true)
  const address = `${pathname}?${query}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    // The title is hoisted into the head after the page's data is there.
    const timer = setTimeout(() => setTitle(document.title), 300)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
