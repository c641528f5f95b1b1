import { useEffect, useRef } from 'react'
import { isAutofilled, isField } from './form-fields.ts'

/**
 * Measures in the browser how long the form was filled in, from the first focus to the last key, since the page is cached.
 * Where the browser fills in fields or the reader pastes, that takes no time: then it is the time since the page was opened.
 * Unchanged when a failed submission is repeated.
 */
export function FillingTime() {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = ref.current!
    const form = field.form!
    let start: number | undefined
    let isAssisted = false
    const note = (event: Event) => {
      start ??= performance.now()
      isAssisted ||= event.type === 'input' && isAssistance(event)
      field.value = String(Math.round(performance.now() - (isAssisted ? 0 : start)))
    }
    form.addEventListener('focusin', note, { once: true })
    form.addEventListener('input', note)
    return () => {
      form.removeEventListener('focusin', note)
      form.removeEventListener('input', note)
    }
  }, [])
  return <input ref={ref} type="hidden" name="elapsed" />
}

/** Autofill has no input type, or that of a replacement. */
function isAssistance(event: Event): boolean {
  const type = event instanceof InputEvent ? event.inputType : ''
  return (
    /^(?:insertFrom\w+|insertReplacementText|)$/.test(type) || (isField(event.target) && isAutofilled(event.target))
  )
}
