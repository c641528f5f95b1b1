import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first invalid field of the form with the returned ref, which announces its message. `errors` is another object
 * after each rejected submission.
 */
export function useFocusInvalid(errors: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}
