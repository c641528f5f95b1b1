import { submission } from '../../data/mutations.ts'
import { useSendTestNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

/** Sends a newsletter to the owner alone. */
export function TestButton({ id }: { id: number }) {
  const test = useSendTestNewsletter()
  const send = () =>
    test.mutate(submission({ params: { id } }), {
      onSuccess: ({ to }) => toast(adminMessages.newsletterTestSent(to)),
      onError: (error) => toast(adminMessages.mailFailed(messageOf(error))),
    })
  return (
    <ToolButton aria-disabled={test.isPending} onClick={test.isPending ? undefined : send}>
      {test.isPending ? 'Sending...' : 'Send a test to me'}
    </ToolButton>
  )
}
