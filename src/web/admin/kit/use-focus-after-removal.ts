import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in the element of the returned ref, or on the page if that is gone too, when a change of `state` removes or
 * disables what had it in there.
 */
export function useFocusAfterRemoval<Element extends HTMLElement>(state: string): RefObject<Element | null> {
  const place = useRef<Element>(null)
  const before = useRef(state)
  const wasInside = useRef(false)
  useEffect(() => {
    // Neither removing nor disabling an element moves the focus to another, so the last one is remembered.
    const handleFocus = ({ target }: FocusEvent) => {
      // A dialog leaves the focus to the page if the button that opened it is gone.
      if (target === document.getElementById('main')) return
      wasInside.current = place.current?.contains(target as Node) ?? false
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [])
  useEffect(() => {
    const main = document.getElementById('main')
    const isLost = [null, document.body, main].includes(document.activeElement as HTMLElement | null)
    if (before.current !== state && isLost && wasInside.current) (place.current ?? main)?.focus({ preventScroll: true })
    before.current = state
  }, [state])
  return place
}
