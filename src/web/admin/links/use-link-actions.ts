import type { Changed, Choice } from '../../../contract/platform/lists.ts'
import { submission } from '../../data/mutations.ts'
import { type LinksAction, useChangeLinks } from '../../data/owner/links.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { undoToast } from '../kit/undo-toast.ts'
import type { Chosen } from '../kit/use-selection.ts'
import { linkMessages } from './link-messages.ts'

/** Actions on links that their list and their page share. */
export function useLinkActions() {
  const change = useChangeLinks()
  const run = (action: LinksAction['action'], choice: Choice, onSuccess: (changed: Changed) => void) =>
    change.mutate(submission({ action, choice }), { onSuccess })
  const takeBack = (choice: Choice) => run('unacknowledge', choice, () => toast(linkMessages.unacknowledged))

  return {
    isBusy: change.isPending,
    check: ({ choice }: Chosen) => run('check', choice, ({ ids }) => toast(linkMessages.requested(ids.length))),
    /** Those that need no attention stay as they are. */
    acknowledge: ({ choice }: Chosen) =>
      run('acknowledge', choice, ({ ids }) => {
        if (ids.length === 0) toast(adminMessages.nothingToChange)
        else undoToast(linkMessages.acknowledged(ids.length), () => takeBack({ ids }))
      }),
    takeBack: ({ choice }: Chosen) => takeBack(choice),
  }
}
