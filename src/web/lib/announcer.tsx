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
    const say = () => setTitle(document.title)
    // Two pages may share a title; otherwise it is said as soon as it is there, however late the page's data comes.
    const timer = setTimeout(say, 300)
    const observer = new MutationObserver(say)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [address])
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
