import { useEffect, useRef } from 'react'

/**
 * Measures in the browser how long the form was filled in, from the first focus to the last key, since the page is cached.
 * Unchanged when a failed submission is repeated.
 */
export function FillingTime() {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = ref.current!
    const form = field.form!
    let start: number | undefined
    const note = () => {
      start ??= performance.now()
      field.value = String(Math.round(performance.now() - start))
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
