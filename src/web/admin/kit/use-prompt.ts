import { useCallback, useEffect, useRef, useState } from 'react'
import type { Prompt } from '../../data/owner/owner-api.ts'

/** Shows a dialog whenever a call needs it; `finish` settles the prompt, which unmounting declines. */
export function usePrompt(prompt: Prompt) {
  const [isOpen, setIsOpen] = useState(false)
  const settle = useRef<(isDone: boolean) => void>(undefined)
  const finish = useCallback((isDone: boolean) => {
    setIsOpen(false)
    settle.current?.(isDone)
    settle.current = undefined
  }, [])
  useEffect(() => {
    const unregister = prompt.register(
      () =>
        new Promise<boolean>((resolve) => {
          settle.current = resolve
          setIsOpen(true)
        }),
    )
    return () => {
      unregister()
      finish(false)
    }
  }, [prompt, finish])
  return { isOpen, finish }
}
