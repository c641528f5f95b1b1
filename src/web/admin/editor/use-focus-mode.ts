import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Covers the page with the text; everything else is inert. Escape leaves. */
export function useFocusMode(text: RefObject<HTMLElement | null>) {
  const [isOn, setIsOn] = useState(false)
  const [announcement, setAnnouncement] = useState('')

  const enter = useCallback(() => {
    setIsOn(true)
    setAnnouncement('Focus mode. Press Escape to leave.')
  }, [])
  const leave = useCallback(() => {
    setIsOn(false)
    setAnnouncement('Focus mode is off.')
  }, [])

  useEffect(() => {
    if (!isOn) return
    const area = text.current!
    const before = document.activeElement
    const restore = makeOthersInert(area)
    if (!area.contains(before)) focusText(area)
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || hasPopup()) return
      // A field within the text has an Escape of its own.
      if (event.target instanceof HTMLInputElement) return
      // In the text alone, Escape moves the focus out of it.
      event.preventDefault()
      leave()
    }
    // Before the text, which prevents the default of every Escape.
    document.addEventListener('keydown', handleKey, true)
    return () => {
      document.removeEventListener('keydown', handleKey, true)
      restore()
      // The button that leaves is gone.
      if (document.activeElement && document.activeElement !== document.body) return
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusText(area)
    }
  }, [isOn, leave, text])

  return { isOn, announcement, enter, leave }
}

const focusText = (area: HTMLElement) => area.querySelector<HTMLElement>('[contenteditable="true"]')?.focus()

const hasPopup = () => document.querySelector('dialog[open], [role="menu"], [role="listbox"]') !== null

/** Announcements and notifications, which stay reachable. */
const keeps = '[aria-live], [role="region"], dialog, script, style, link'

function makeOthersInert(text: HTMLElement): () => void {
  const others: HTMLElement[] = []
  for (let element = text; element.parentElement && element !== document.body; element = element.parentElement) {
    for (const sibling of element.parentElement.children) {
      if (sibling === element || !(sibling instanceof HTMLElement)) continue
      if (sibling.inert || sibling.matches(keeps) || sibling.querySelector('[role="region"]')) continue
      sibling.inert = true
      others.push(sibling)
    }
  }
  return () => {
    for (const other of others) other.inert = false
  }
}
