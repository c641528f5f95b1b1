import { useEffect, useRef, useState } from 'react'
import { useRouter } from './router.tsx'

/** Announces the title of the new page to screen readers after a client-side navigation. */
export function Announcer() {
  const { pathname, query } = useRouter()
  const [title, setTitle] = useState('')
  const isFirst = useRef(true)
  const href = `${pathname}?${query}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const announce = () => setTitle(document.title)
    // The observer catches a title that comes late with its data; the timer, two pages with the same title.
    const timer = setTimeout(announce, 300)
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
    }
    // A text that is typed may be in the title, as in the editor. React handles the event later.
    window.addEventListener('input', stop, true)
    return () => {
      stop()
      window.removeEventListener('input', stop, true)
    }
  }, [href])
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
