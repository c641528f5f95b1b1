import { useState } from 'react'
import type { Newsletter } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { type NewsletterAction, useActOnNewsletter } from '../../data/owner/newsletters.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { settledOf, subscribersText } from './newsletter-state.tsx'

const done: Record<NewsletterAction, ToastCopy> = {
  unschedule: adminMessages.newsletterUnscheduled,
  pause: adminMessages.newsletterPaused,
  resume: adminMessages.newsletterResumed,
  cancel: adminMessages.newsletterCancelled,
  'resend-in-doubt': adminMessages.newsletterResent,
}

/** Pauses, resumes or cancels the sending, and sends again to those in doubt. */
export function NewsletterActions({ newsletter: { id, state, numbers } }: { newsletter: Newsletter }) {
  const action = useActOnNewsletter()
  const [dialog, setDialog] = useState<'cancel' | 'resend-in-doubt'>()
  const run = (name: NewsletterAction, onDone?: () => void) =>
    action.mutate(submission({ id, action: name }), {
      onSuccess: () => {
        onDone?.()
        toast(done[name])
      },
      onError: (error) => {
        if (!onDone) toast(adminMessages.actionFailed(messageOf(error)))
      },
    })
  const close = () => {
    action.reset()
    setDialog(undefined)
  }
  const open = numbers.total - settledOf(numbers)
  const canCancel = state === 'sending' || state === 'paused'
  const canResend = numbers.inDoubt > 0
  if (!canCancel && !canResend) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === 'sending' && (
        <ToolButton disabled={action.isPending} onClick={() => run('pause')}>
          Pause
        </ToolButton>
      )}
      {state === 'paused' && (
        <ToolButton tone="primary" disabled={action.isPending} onClick={() => run('resume')}>
          Resume
        </ToolButton>
      )}
      {canResend && <ToolButton onClick={() => setDialog('resend-in-doubt')}>Send again to those in doubt</ToolButton>}
      {canCancel && (
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
        onConfirm={() => dialog && run(dialog, close)}
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
    </div>
  )
}
