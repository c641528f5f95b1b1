import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been in the visible part of the page, or near it. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
