/**
 * Sends a form once `ready` has resolved, or by the browser itself if it rejects. A form that waits already is sent once;
 * `data-waiting` shows it (`components.css`). `beforeNative` runs before the browser sends it.
 */
export function sendLater(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  ready: Promise<unknown>,
  beforeNative?: () => void,
): void {
  if (form.dataset.waiting !== undefined) return
  form.dataset.waiting = ''
  ready
    .finally(() => delete form.dataset.waiting)
    .then(
      () => form.requestSubmit(submitter),
      () => {
        beforeNative?.()
        sendNatively(form, submitter)
      },
    )
}

/** `submit` leaves out the value of the button, and runs no handler. */
function sendNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  form.submit()
}
