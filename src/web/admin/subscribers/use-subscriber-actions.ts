import type { Subscriber } from '../../../contract/subscriber-list.ts'
import { submission } from '../../data/mutations.ts'
import {
  useDeleteSubscribers,
  useRestoreSubscribers,
  useResubscribe,
  useUnsubscribe,
} from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { undoToast } from '../kit/undo-toast.ts'

export const subscribers = (count: number) =>
  count === 1 ? '1 subscriber' : `${count.toLocaleString('en-US')} subscribers`

/** What can be done to subscribers, one or several; each says how it went. */
export function useSubscriberActions() {
  const { mutate: sendUnsubscribe, isPending: isUnsubscribing } = useUnsubscribe()
  const { mutate: sendResubscribe, isPending: isResubscribing } = useResubscribe()
  const { mutate: sendDelete, isPending: isDeleting } = useDeleteSubscribers()
  const { mutate: sendRestore } = useRestoreSubscribers()
  const onError = (error: Error) => toast(adminMessages.actionFailed(error.message))

  const unsubscribe = (ids: number[], onDone: () => void) =>
    sendUnsubscribe(submission(ids), {
      onError,
      onSuccess: () => {
        toast(adminMessages.unsubscribed(subscribers(ids.length)))
        onDone()
      },
    })

  const resubscribe = ({ id, email }: Subscriber, consent: string, onDone: () => void) =>
    sendResubscribe(submission({ id, consent }), {
      onError,
      onSuccess: () => {
        toast(adminMessages.resubscribed(email))
        onDone()
      },
    })

  const remove = (ids: number[], onDone: () => void) =>
    sendDelete(submission(ids), {
      onError,
      onSuccess: () => {
        const restore = () => sendRestore(submission(ids), { onError })
        undoToast(adminMessages.subscribersDeleted(subscribers(ids.length)), restore)
        onDone()
      },
    })

  return { unsubscribe, resubscribe, remove, isBusy: isUnsubscribing || isResubscribing || isDeleting }
}
