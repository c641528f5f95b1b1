import { useEffect, useRef } from 'react'
import { useSendContact } from '../../data/mutations.ts'
import { copy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { CLIENT_MARK } from '../../reader/load-client.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from './field.tsx'
import { isAutofilled, isField } from './form-fields.ts'
import { Honeypot } from './honeypot.tsx'
import { LateSentNotice } from './late-sent-notice.tsx'
import { usePublicForm } from './use-public-form.ts'

export function ContactForm() {
  const sendContact = useSendContact()
  const { formProps, fieldProps, isSubmitting, failure, sent, writeAgain } = usePublicForm({
    form: 'contact',
    hasNotice: true,
    loadSchema: async () => (await import('../../../contract/audience/contacts.ts')).ContactInput,
    send: sendContact,
    onSent: () => toast(copy.contactSent),
    onFailed: () => {
      toast(copy.contactFailed)
      return { message: copy.contactFailed.description }
    },
  })
  return (
    <form {...formProps} aria-label="Contact" className="relative space-y-5 text-left">
      {failure && <StatusMessage tone="error" {...failure} />}
      {sent && (
        <LateSentNotice
          text="Your message has arrived. The reply comes by mail."
          againLabel="Write another message"
          onAgain={writeAgain}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...fieldProps('name')} label="Name" autoComplete="name" />
        <Field {...fieldProps('email')} label="Email" type="email" autoComplete="email" />
      </div>
      <Field {...fieldProps('subject')} label="Subject" autoComplete="off" />
      <Field {...fieldProps('message')} label="Message" rows={6} autoComplete="off" />
      <Honeypot />
      <FillingTime />
      <Button type="submit" size="large" disabled={isSubmitting} className="w-full sm:w-auto">
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}

/**
 * Measures in the browser how long the form was filled in, from the first focus to the last key, since the page is cached.
 * Where the browser fills in fields or the reader pastes, that takes no time: then it is the time since the page was opened.
 * Unchanged when a failed submission is repeated.
 */
function FillingTime() {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = ref.current!
    const form = field.form!
    // A reader who started before hydration has made the client load.
    let start = isStarted(form) ? performance.getEntriesByName(CLIENT_MARK)[0]?.startTime : undefined
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

function isStarted(form: HTMLFormElement): boolean {
  return (
    form.contains(document.activeElement) || [...form.elements].some((field) => isField(field) && field.value !== '')
  )
}

/** Autofill has no input type, or that of a replacement. */
function isAssistance(event: Event): boolean {
  const type = event instanceof InputEvent ? event.inputType : ''
  return (
    /^(?:insertFrom\w+|insertReplacementText|)$/.test(type) || (isField(event.target) && isAutofilled(event.target))
  )
}
