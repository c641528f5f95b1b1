import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * Of all the buttons of a toolbar only one is reached with Tab; arrow keys, Home and End move among them (the toolbar
 * pattern of the ARIA practices). `leave` is what Escape does.
 */
export function useRovingFocus(leave: () => void) {
  const current = useRef<HTMLElement>(undefined)
  const container = useRef<HTMLElement>(undefined)

  // After each rendering: tools come and go with what is selected.
  useEffect(() => {
    const root = container.current ?? document.querySelector<HTMLElement>('[role="toolbar"]')
    if (!root) return
    container.current = root
    const tools = toolsOf(root)
    const stop = current.current?.isConnected ? current.current : tools[0]
    for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1
  })

  return {
    onFocus({ target, currentTarget }: React.FocusEvent<HTMLElement>) {
      container.current = currentTarget
      current.current = target
      for (const tool of toolsOf(currentTarget)) tool.tabIndex = tool === target ? 0 : -1
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const tools = toolsOf(event.currentTarget)
      const at = tools.indexOf(event.target as HTMLElement)
      // A menu that hangs from the toolbar has keys of its own.
      if (at < 0) return
      if (event.key === 'Escape') return leave()
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key]
      if (next === undefined) return
      event.preventDefault()
      tools.at(next % tools.length)?.focus()
    },
  }
}

function toolsOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('button')]
}
