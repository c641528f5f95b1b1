import type { ToastCopy } from '../../lib/copy.ts'
import { adminMessages } from '../kit/admin-messages.ts'

/** Copies to the clipboard; resolves to the message for it, also where the browser does not allow it. */
export async function copyText(text: string, copied: ToastCopy): Promise<ToastCopy> {
  try {
    await navigator.clipboard.writeText(text)
    return copied
  } catch {
    return adminMessages.actionFailed('The browser did not allow to copy. Please select the address and copy it.')
  }
}
