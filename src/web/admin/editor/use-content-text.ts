import { useCallback, useEffect, useRef, useState } from 'react'
import { type PostForm, setFieldFocus } from './post-form.ts'

/** The HTML that the views of the content begin with; another object for each change from outside of the visual editor. */
export type ShownText = { html: string }

export type ContentText = {
  shown: ShownText
  /** Stores what the visual editor holds already. Renders nothing. */
  write: (html: string) => void
  /** Stores HTML and shows it. */
  show: (html: string) => ShownText
  /** Shows what the form holds. */
  refresh: () => void
}

/**
 * The content of the form. While the visual editor has the focus, React searches the whole text for the selection before it
 * renders anything, so a key that is typed there changes the form and no state.
 */
export function useContentText(form: PostForm, focus: () => void): ContentText {
  const [shown, setShown] = useState<ShownText>(() => ({ html: form.getValues('content') }))
  const known = useRef(shown.html)
  const [{ onChange }] = useState(() => form.register('content'))
  useEffect(() => setFieldFocus(form, 'content', focus), [form, focus])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback() {
          const html = form.getValues('content')
          if (html === known.current) return
          known.current = html
          setShown({ html })
        },
      }),
    [form],
  )
  const write = useCallback(
    (html: string) => {
      known.current = html
      void onChange({ type: 'change', target: { name: 'content', value: html } })
    },
    [onChange],
  )
  return {
    shown,
    write,
    show(html) {
      const next = { html }
      write(html)
      setShown(next)
      return next
    },
    refresh: useCallback(() => setShown({ html: form.getValues('content') }), [form]),
  }
}
