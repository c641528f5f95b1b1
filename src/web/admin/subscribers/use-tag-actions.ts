import { submission } from '../../data/mutations.ts'
import { useTagSubscribers, useUntagSubscribers } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { subscribers } from './use-subscriber-actions.ts'

/** Gives several subscribers a tag or takes it from them; an undo reverts those that were changed. */
export function useTagActions() {
  const tagging = useTagSubscribers()
  const untagging = useUntagSubscribers()
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

  const change = (kind: 'tag' | 'untag', ids: number[], tag: string, onDone: () => void) => {
    const [forward, back] = kind === 'tag' ? [tagging, untagging] : [untagging, tagging]
    forward.mutateAsync(submission({ body: { ids, tag } }), { onSuccess: onDone }).then((response) => {
      const changed = response.ids
      const message = kind === 'tag' ? adminMessages.tagAdded : adminMessages.tagRemoved
      const copy = message({ tag, what: subscribers(changed.length) })
      if (changed.length === 0) return toast(copy)
      undoToast(copy, () => {
        back.mutateAsync(submission({ body: { ids: changed, tag } })).catch(onError)
      })
    }, onError)
  }

  return { change, isBusy: tagging.isPending || untagging.isPending }
}
