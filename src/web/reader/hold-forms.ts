import { sendLater } from '../lib/send-later.ts'
import { isHydrated, loadClient } from './load-client.ts'
import { discardKeptFields } from './needs-client.ts'

/** Milliseconds after which the browser sends a form itself. */
const MAX_WAIT_MS = 8000

/**
 * Holds a form that React sends until the client is there. A search is an ordinary navigation before that, but without a term
 * nothing, as in the client.
 */
export function holdForms(): void {
  addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (isHydrated() || !(form instanceof HTMLFormElement)) return
      if (form.dataset.client !== undefined) hold(event, form, submitter)
      else if (isBlankSearch(form)) event.preventDefault()
    },
    true,
  )
  // A choice in a filter applies at once; a number does when the form is sent.
  addEventListener(
    'change',
    (event) => {
      const { target } = event
      if (isHydrated() || !(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return
      if (target.form?.dataset.client === 'choices' && target.type !== 'number') hold(event, target.form, null)
    },
    true,
  )
}

function isBlankSearch(form: HTMLFormElement): boolean {
  return form.getAttribute('action') === '/search' && !String(new FormData(form).get('q')).trim()
}

function hold(event: Event, form: HTMLFormElement, submitter: HTMLElement | null): void {
  event.preventDefault()
  // React listens already while it hydrates.
  event.stopImmediatePropagation()
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, MAX_WAIT_MS))
  sendLater(form, submitter, Promise.race([loadClient(), tooLate]), discardKeptFields)
}
