import { useRef, useState } from 'react'
import { isAutomatic } from '../../../contract/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { type NewsletterAction, useActOnNewsletter } from '../../data/owner/newsletters.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusAfterRemoval } from '../kit/use-focus-after-removal.ts'
import { settledOf, subscribersText } from './newsletter-state.tsx'

const done: Record<NewsletterAction, ToastCopy> = {
  unschedule: adminMessages.newsletterUnscheduled,
  pause: adminMessages.newsletterPaused,
  resume: adminMessages.newsletterResumed,
  cancel: adminMessages.newsletterCancelled,
  'resend-in-doubt': adminMessages.newsletterResent,
}

/** Pauses, resumes or cancels the sending, and sends again to those in doubt; an automatic newsletter has a switch instead. */
export function NewsletterActions({ newsletter: { id, kind, state, numbers } }: { newsletter: Newsletter }) {
  const action = useActOnNewsletter()
  const [dialog, setDialog] = useState<'cancel' | 'resend-in-doubt'>()
  const shown = useRef(dialog)
  shown.current = dialog
  const place = useFocusAfterRemoval<HTMLElement>(`${state} ${numbers.inDoubt > 0}`)
  /** Also tells how it ended if its dialog was closed meanwhile. */
  const run = (name: NewsletterAction) =>
    action.mutateAsync(submission({ id, action: name })).then(
      () => {
        if (shown.current === name) close()
        toast(done[name])
      },
      (error: Error) => {
        if (shown.current !== name) toast(adminMessages.actionFailed(messageOf(error)))
      },
    )
  const close = () => {
    action.reset()
    setDialog(undefined)
  }
  const open = numbers.total - settledOf(numbers)
  const isUnderWay = !isAutomatic(kind) && (state === 'sending' || state === 'paused')
  const canResend = numbers.inDoubt > 0
  const isPaused = state === 'paused'
  if (!isUnderWay && !canResend) return null
  return (
    <section ref={place} tabIndex={-1} aria-label="Actions" className="mt-4 flex flex-wrap gap-2">
      {isUnderWay && (
        <ToolButton
          tone={isPaused ? 'primary' : 'plain'}
          disabled={action.isPending}
          onClick={() => void run(isPaused ? 'resume' : 'pause')}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </ToolButton>
      )}
      {canResend && <ToolButton onClick={() => setDialog('resend-in-doubt')}>Send again to those in doubt</ToolButton>}
      {isUnderWay && (
        <ToolButton tone="danger" onClick={() => setDialog('cancel')}>
          Cancel sending
        </ToolButton>
      )}
      <ConfirmDialog
        isOpen={dialog !== undefined}
        title={dialog === 'cancel' ? 'Cancel this newsletter?' : 'Send it again?'}
        confirmLabel={dialog === 'cancel' ? 'Cancel the newsletter' : 'Send again'}
        isBusy={action.isPending}
        error={action.error && messageOf(action.error)}
        onConfirm={() => dialog && void run(dialog)}
        onClose={close}
      >
        {dialog === 'cancel' ? (
          <p>
            <strong>{subscribersText(open)}</strong> who have not got it yet will not get it. This cannot be undone.
          </p>
        ) : (
          <p>
            The connection ended before the mail server confirmed <strong>{subscribersText(numbers.inDoubt)}</strong>.
            They may have got it already, and may then get it twice.
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}
