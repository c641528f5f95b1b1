import { useEffect } from 'react'

/**
 * Keeps the keys of an input method from every key handler of the dashboard, so that the Enter that confirms a composition
 * adds or applies nothing, and the Escape that cancels it closes nothing.
 */
export function useCompositionKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', stopComposingKey, true)
    return () => window.removeEventListener('keydown', stopComposingKey, true)
  }, [])
}

function stopComposingKey(event: KeyboardEvent): void {
  // WebKit sends Enter after the end of the composition, with the key code of an input method.
  const isComposing = event.isComposing || event.keyCode === 229
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  // The visual editor reads the keys of its own compositions.
  if (isComposing && isField) event.stopPropagation()
}
