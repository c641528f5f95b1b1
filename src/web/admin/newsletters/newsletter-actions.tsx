import { useRef, useState } from 'react'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { type NewsletterAction, useActOnNewsletter } from '../../data/owner/newsletters.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { isConflict, messageOf } from '../kit/server-errors.ts'
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

/** A new object for each opening, so that the outcome of an earlier one is not shown in it. */
type OpenDialog = { name: 'cancel' | 'resend-in-doubt' }

/** Pauses, resumes or cancels the sending, and sends again to those in doubt; an automatic newsletter has a switch instead. */
export function NewsletterActions({ newsletter: { id, kind, state, numbers } }: { newsletter: Newsletter }) {
  const action = useActOnNewsletter()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [error, setError] = useState<string>()
  const shown = useRef(dialog)
  shown.current = dialog
  const place = useFocusAfterRemoval<HTMLElement>(`${state} ${numbers.inDoubt > 0}`)
  const show = (next: OpenDialog | undefined) => {
    setError(undefined)
    setDialog(next)
  }
  /** Tells how it ended if its dialog was closed meanwhile. A conflict closes it, since it may not be possible any more. */
  const run = (name: NewsletterAction, opened?: OpenDialog) => {
    if (action.isPending) return
    setError(undefined)
    const isShown = () => opened !== undefined && shown.current === opened
    action.mutateAsync(submission({ id, action: name })).then(
      () => {
        if (isShown()) show(undefined)
        toast(done[name])
      },
      (failure: Error) => {
        if (isShown() && !isConflict(failure)) return setError(messageOf(failure))
        if (isShown()) show(undefined)
        toast(adminMessages.actionFailed(messageOf(failure)))
      },
    )
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
          aria-disabled={action.isPending}
          onClick={() => run(isPaused ? 'resume' : 'pause')}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </ToolButton>
      )}
      {canResend && (
        <ToolButton onClick={() => show({ name: 'resend-in-doubt' })}>Send again to those in doubt</ToolButton>
      )}
      {isUnderWay && (
        <ToolButton tone="danger" onClick={() => show({ name: 'cancel' })}>
          Cancel sending
        </ToolButton>
      )}
      <ConfirmDialog
        isOpen={dialog !== undefined}
        title={dialog?.name === 'cancel' ? 'Cancel this newsletter?' : 'Send it again?'}
        confirmLabel={dialog?.name === 'cancel' ? 'Cancel the newsletter' : 'Send again'}
        isBusy={action.isPending}
        error={error}
        onConfirm={() => dialog && run(dialog.name, dialog)}
        onClose={() => show(undefined)}
      >
        {dialog?.name === 'cancel' ? (
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
