import { useSendContact } from '../../data/mutations.ts'
import { copy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { FillingTime } from './filling-time.tsx'
import { Honeypot } from './honeypot.tsx'
import { LateSentNotice } from './late-sent-notice.tsx'
import { usePublicForm } from './use-public-form.ts'

export function ContactForm() {
  const sendContact = useSendContact()
  const { formProps, fieldProps, isSubmitting, message, sent, writeAgain } = usePublicForm({
    form: 'contact',
    hasNotice: true,
    loadSchema: async () => (await import('../../../contract/audience/contacts.ts')).ContactInput,
    send: sendContact,
    onSent: () => toast(copy.contactSent),
    onFailed: () => toast(copy.contactFailed),
  })
  return (
    <form {...formProps} aria-label="Contact" className="relative space-y-5 text-left">
      {message && <StatusMessage tone="error">{message}</StatusMessage>}
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
