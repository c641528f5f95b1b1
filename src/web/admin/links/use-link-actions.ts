import type { LinkSummary } from '../../../contract/shop/links.ts'
import { submission } from '../../data/mutations.ts'
import { type LinksAction, useChangeLinks } from '../../data/owner/links.ts'
import { toast } from '../../lib/toast.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { linkMessages } from './link-messages.ts'

type Rows = Pick<LinkSummary, 'id'>[]

/** Actions on links that their list and their page share. */
export function useLinkActions() {
  const change = useChangeLinks()
  const run = (action: LinksAction['action'], links: Rows, onSuccess: () => void) =>
    change.mutate(submission({ action, ids: links.map(({ id }) => id) }), { onSuccess })
  const takeBack = (links: Rows) => run('unacknowledge', links, () => toast(linkMessages.unacknowledged))

  return {
    isBusy: change.isPending,
    check: (links: Rows) => run('check', links, () => toast(linkMessages.requested(links.length))),
    acknowledge: (links: Rows) =>
      run('acknowledge', links, () => undoToast(linkMessages.acknowledged(links.length), () => takeBack(links))),
    takeBack,
  }
}
