import type { Subscriber } from '../../../contract/audience/subscriber-list.ts'
import { submission } from '../../data/mutations.ts'
import {
  removeSubscribers,
  undeleteSubscribers,
  useChangeSubscriber,
  useUnsubscribe,
} from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import type { Chosen } from '../kit/use-selection.ts'
import { useChosenDeletion } from '../kit/use-undoable-deletion.ts'

export const subscribers = (count: number) =>
  count === 1 ? '1 subscriber' : `${count.toLocaleString('en-US')} subscribers`

/** The actions on one or several subscribers; deletions can be undone. */
export function useSubscriberActions() {
  const unsubscription = useUnsubscribe()
  const change = useChangeSubscriber()
  const deletion = useChosenDeletion({
    remove: removeSubscribers,
    restore: undeleteSubscribers,
    deleted: (count) => adminMessages.subscribersDeleted(subscribers(count)),
  })

  const unsubscribe = ({ choice }: Chosen, onDone: () => void) =>
    unsubscription.mutate(submission({ body: choice }), {
      onSuccess: ({ ids }) => {
        toast(adminMessages.unsubscribed(subscribers(ids.length)))
        onDone()
      },
    })

  const resubscribe = ({ id, email }: Subscriber, consent: string, onDone: () => void) =>
    change.mutate(submission({ params: { id }, body: { isActive: true, consent } }), {
      onSuccess: () => {
        toast(adminMessages.resubscribed(email))
        onDone()
      },
    })

  return {
    unsubscribe,
    resubscribe,
    remove: deletion.removeChosen,
    isBusy: unsubscription.isPending || change.isPending || deletion.isPending,
  }
}
