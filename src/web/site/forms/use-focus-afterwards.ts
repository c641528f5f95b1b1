import { type RefObject, useEffect, useRef } from 'react'
import { isField } from './form-fields.ts'
import type { Messages } from './form-messages.ts'

type Place = 'first-wrong' | 'button'

/** Moves the focus once the fields are enabled and their messages rendered, so that screen readers announce both. */
export function useFocusAfterwards(ref: RefObject<HTMLFormElement | null>, messages: Messages, isSubmitting: boolean) {
  const hasErrors = Object.keys(messages).length > 0
  const wanted = useRef<Place | undefined>(hasErrors ? 'first-wrong' : undefined)

  useEffect(() => {
    const form = ref.current
    if (isSubmitting || !wanted.current || !form) return
    const fields = [...form.elements].filter(isField)
    if (wanted.current === 'first-wrong') fields.find((field) => messages[field.name])?.focus()
    // The button lost the focus while it was disabled; a reader who has focused something else is not interrupted.
    else if (document.activeElement === document.body) form.querySelector<HTMLElement>('[type=submit]')?.focus()
    wanted.current = undefined
  }, [ref, messages, isSubmitting])

  return (place: Place) => {
    wanted.current = place
  }
}
