import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { ApiError } from '../../data/api.ts'
import { requireStepUp } from '../../data/owner/step-up.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from './admin-messages.ts'
import { messageOf } from './server-errors.ts'
import { DownloadLink } from './tool-button.tsx'

/**
 * A download whose endpoint declares `stepUp`. The session is authenticated before the link is followed, since the browser
 * would save a refusal in place of the file.
 */
export function GuardedDownload(props: Omit<ComponentProps<typeof DownloadLink>, 'onClick'>) {
  const isConfirmed = useRef(false)
  const handleClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isConfirmed.current) return
    event.preventDefault()
    const link = event.currentTarget
    try {
      await requireStepUp()
      isConfirmed.current = true
      link.click()
    } catch (error) {
      const isDeclined = error instanceof ApiError && error.body.needs === 'step-up'
      if (!isDeclined) toast(adminMessages.actionFailed(messageOf(error)))
    } finally {
      isConfirmed.current = false
    }
  }
  return <DownloadLink {...props} onClick={handleClick} />
}
