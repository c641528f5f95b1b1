import { useSubscribe } from '../../data/mutations.ts'
import { copy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Honeypot } from './honeypot.tsx'
import { usePublicForm } from './use-public-form.ts'

export function NewsletterForm() {
  const subscribe = useSubscribe()
  const { formProps, fieldProps, isSubmitting, message } = usePublicForm({
    form: 'newsletter',
    loadSchema: async () => (await import('../../../contract/subscribers.ts')).SubscriberInput,
    send: subscribe,
    onSent: ({ isActive }) => toast(isActive === false ? copy.subscribedByMail : copy.subscribed),
    onFailed: () => toast(copy.subscribeFailed),
  })
  return (
    <form {...formProps} aria-label="Newsletter" className="relative text-left">
      {message && <StatusMessage tone="error">{message}</StatusMessage>}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...fieldProps('name')} label="Name" optional autoComplete="name" />
        <Field {...fieldProps('email')} label="Email" type="email" autoComplete="email" />
      </div>
      <Honeypot />
      <div className="mt-6 text-center">
        <Button type="submit" size="large" disabled={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? 'Subscribing...' : 'Subscribe'}
        </Button>
      </div>
    </form>
  )
}
