import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

type Fold = {
  isOpen: boolean
  /** Contains the button and what it shows. */
  area: RefObject<HTMLDivElement | null>
  button: {
    type: 'button'
    ref: RefObject<HTMLButtonElement | null>
    'aria-expanded': boolean
    'aria-controls': string
    onClick: () => void
  }
  /** The id of what the button shows. */
  id: string
  close: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A button that shows and hides something. `isOver`: it covers the page, so Escape and a press elsewhere close it. */
export function useFold({ isOver = false } = {}): Fold {
  const [isOpen, setIsOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOver || !isOpen) return
    const handlePress = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setIsOpen(false)
    }
    // A press, and Tab past the last entry.
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, handlePress)
    return () => {
      for (const type of ['pointerdown', 'focusin']) document.removeEventListener(type, handlePress)
    }
  }, [isOver, isOpen])
  return {
    isOpen,
    area,
    id,
    button: {
      type: 'button',
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => setIsOpen((before) => !before),
    },
    close: () => setIsOpen(false),
    onKeyDown: (event) => {
      if (!isOver || event.key !== 'Escape' || !isOpen) return
      event.stopPropagation()
      setIsOpen(false)
      button.current?.focus()
    },
  }
}
