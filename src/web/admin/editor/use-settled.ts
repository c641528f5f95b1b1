import { useEffect, useState } from 'react'
import { whenIdle } from '../kit/when-idle.ts'
import type { PostForm } from './post-form.ts'

/** Shorter than the pause after which a text is autosaved, in milliseconds. */
const PAUSE_MS = 300

/**
 * Returns what `read` finds in the content of the form. A change is read after a pause of typing and when the page is idle, so
 * that no key waits for it, and renders nothing while the result stays the same. `read` is the same function in each render.
 */
export function useSettled<Result>(form: PostForm, read: (html: string) => Result): Result {
  const [opened] = useState(() => form.getValues('content'))
  const [result, setResult] = useState(() => read(opened))
  useEffect(() => {
    let [seen, timer, cancel] = [opened, undefined as ReturnType<typeof setTimeout> | undefined, () => {}]
    const stop = () => {
      clearTimeout(timer)
      cancel()
    }
    const update = () => setResult((before) => keepSame(before, read(form.getValues('content'))))
    const check = () => {
      const html = form.getValues('content')
      if (html === seen) return
      seen = html
      stop()
      timer = setTimeout(() => {
        cancel = whenIdle(update)
      }, PAUSE_MS)
    }
    check()
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: check })
    return () => {
      stop()
      unsubscribe()
    }
  }, [form, read, opened])
  return result
}

function keepSame<Result>(before: Result, after: Result): Result {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}
