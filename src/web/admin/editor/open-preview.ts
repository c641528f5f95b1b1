import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Shows what is in the editor in a new tab, without publishing anything. */
export async function openPreview(editing: PostEditing): Promise<void> {
  // Opened during the click: browsers block a window opened later.
  const tab = window.open('', '_blank')
  const id = await editing.flush()
  if (id === undefined) {
    tab?.close()
    toast(adminMessages.previewFailed)
  } else if (tab) {
    tab.opener = null
    tab.location.replace(`/preview/${id}`)
  } else window.open(`/preview/${id}`, '_blank', 'noopener')
}
