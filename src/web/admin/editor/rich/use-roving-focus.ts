import { type KeyboardEvent, useEffect, useRef } from 'react'

/** Roving tabindex for a toolbar (ARIA toolbar pattern): one tab stop; arrow keys, Home and End move between buttons. */
export function useRovingFocus(onEscape: () => void) {
  const current = useRef<HTMLElement>(undefined)
  const container = useRef<HTMLElement>(undefined)

  // Runs after every render, because the buttons change with the selection.
  useEffect(() => {
    const root = container.current ?? document.querySelector<HTMLElement>('[role="toolbar"]')
    if (!root) return
    container.current = root
    const tools = toolsOf(root)
    const tabStop = current.current?.isConnected ? current.current : tools[0]
    for (const tool of tools) tool.tabIndex = tool === tabStop ? 0 : -1
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
      // An open menu handles its own keys.
      if (at < 0) return
      if (event.key === 'Escape') return onEscape()
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
