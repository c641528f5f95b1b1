import { useQuery } from '@tanstack/react-query'
import type { Newsletter } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { newsletterEstimateQuery, useSendNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useDates } from '../kit/use-dates.ts'
import { subscribersText } from './newsletter-state.tsx'

type SendDialogProps = { newsletter: Newsletter; at: string | null; onClose: () => void; onDone: () => void }

/** Confirms before a newsletter is sent or scheduled, with the number of those who get it. */
export function SendDialog({ newsletter, at, onClose, onDone }: SendDialogProps) {
  const { moment } = useDates()
  const send = useSendNewsletter()
  const estimate = useQuery(newsletterEstimateQuery(newsletter.id, at))
  const number = estimate.data?.recipients
  const confirm = () =>
    send.mutate(submission({ params: { id: newsletter.id }, body: { at } }), {
      onSuccess: () => {
        onClose()
        onDone()
        toast(at === null ? adminMessages.newsletterSending : adminMessages.newsletterScheduled(moment(at)))
      },
    })
  const to = number === undefined ? 'your subscribers' : subscribersText(number)
  return (
    <ConfirmDialog
      isOpen
      title={at === null ? 'Send this newsletter now?' : 'Schedule this newsletter?'}
      confirmLabel={at === null ? 'Send now' : 'Schedule'}
      isDangerous={false}
      isBusy={send.isPending || estimate.isPending}
      error={send.error && messageOf(send.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {at === null ? (
        <p>
          It goes to <strong>{to}</strong>. What has left cannot be taken back.
        </p>
      ) : (
        <p>
          It goes out on <strong>{moment(at)}</strong>. If it were sent now, <strong>{to}</strong> would get it.
        </p>
      )}
    </ConfirmDialog>
  )
}
