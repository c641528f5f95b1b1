import { invitations, type SignUpForm } from '../../../contract/audience/invitations.ts'
import { useSubscribe } from '../../data/mutations.ts'
import { copy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from './field.tsx'
import { Honeypot } from './honeypot.tsx'
import { LateSentNotice } from './late-sent-notice.tsx'
import { SignUpTerms } from './sign-up-terms.tsx'
import { usePublicForm } from './use-public-form.ts'

type NewsletterFormProps = {
  /** The start of its ids, if it is hydrated on its own. */
  place?: string
  source?: SignUpForm
}

export function NewsletterForm({ place, source = 'home' }: NewsletterFormProps) {
  const subscribe = useSubscribe()
  const { formProps, fieldProps, isSubmitting, failure, sent, writeAgain } = usePublicForm({
    form: 'newsletter',
    hasNotice: true,
    loadSchema: async () => (await import('../../../contract/audience/subscribers.ts')).SubscriberInput,
    send: subscribe,
    onSent: ({ confirmation }) => toast(confirmation === 'now' ? copy.subscribedByMail : copy.subscribed),
    onFailed: () => {
      toast(copy.subscribeFailed)
      return { message: copy.subscribeFailed.description }
    },
  })
  const idOf = (name: string) => ({ id: place && `${place}-${name}` })
  // A form that was rejected elsewhere, such as that of the footer, is shown here again.
  const { defaultValue: postedFrom = source } = fieldProps('source')
  return (
    <form {...formProps} aria-label="Newsletter" className="site-form">
      {failure && <StatusMessage tone="error" {...failure} />}
      {sent && (
        <LateSentNotice
          text={
            sent.confirmation === 'now'
              ? 'Almost done: open the mail that we sent you.'
              : 'Before the first newsletter you get a mail to confirm it.'
          }
          againLabel="Add another address"
          onAgain={writeAgain}
        />
      )}
      <div className="form-pair">
        <Field {...idOf('name')} {...fieldProps('name')} label="Name" optional autoComplete="name" />
        <Field {...idOf('email')} {...fieldProps('email')} label="Email" type="email" autoComplete="email" />
      </div>
      <Honeypot />
      <input type="hidden" name="source" value={postedFrom} />
      <div className="form-foot">
        <Button type="submit" size="large" disabled={isSubmitting}>
          {isSubmitting ? 'Subscribing...' : 'Subscribe'}
        </Button>
      </div>
      <SignUpTerms form={source} invitation={invitations[source]} />
    </form>
  )
}
