import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { newsletterEstimateQuery, useSendNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { isConflict, messageOf } from '../kit/server-errors.ts'
import { useDates } from '../kit/use-dates.ts'
import { subscribersText } from './newsletter-state.tsx'

type SendDialogProps = {
  newsletter: Newsletter
  /** The time, or that of its post; null: now, or when its post gets one. */
  at: string | null
  isWithPost: boolean
  onClose: () => void
  onDone: () => void
}

/** Confirms before a newsletter is sent or scheduled, with the number of those who get it. */
export function SendDialog({ newsletter, at, isWithPost, onClose, onDone }: SendDialogProps) {
  const { moment } = useDates()
  const send = useSendNewsletter()
  const estimate = useQuery(newsletterEstimateQuery(newsletter.id, at))
  // That of an earlier opening may be of another audience.
  const number = estimate.isFetching ? undefined : estimate.data?.recipients
  const isOpen = useIsMounted()
  /**
   * Tells how it ended if the dialog was closed meanwhile, which does not stop it. A conflict closes it: once the newsletter
   * is read again, the page may have no place for it.
   */
  const confirm = () =>
    send
      .mutateAsync(submission({ params: { id: newsletter.id }, body: isWithPost ? { at: null, isWithPost } : { at } }))
      .then(
        () => {
          onClose()
          onDone()
          toast(done)
        },
        (error: Error) => {
          if (isOpen.current && !isConflict(error)) return
          if (isOpen.current) onClose()
          toast(adminMessages.actionFailed(messageOf(error)))
        },
      )
  const done = isWithPost
    ? adminMessages.newsletterWaitsForPost
    : at === null
      ? adminMessages.newsletterSending
      : adminMessages.newsletterScheduled(moment(at))
  const isNow = at === null && !isWithPost
  const to = number === undefined ? 'your subscribers' : subscribersText(number)
  return (
    <ConfirmDialog
      isOpen
      title={isNow ? 'Send this newsletter now?' : isWithPost ? 'Send it with the post?' : 'Schedule this newsletter?'}
      confirmLabel={isNow ? 'Send now' : isWithPost ? 'Send with the post' : 'Schedule'}
      isDangerous={false}
      isBusy={send.isPending || estimate.isFetching}
      error={send.error && messageOf(send.error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isWithPost ? (
        <p>
          It goes out a minute after the post is public
          {at && (
            <>
              , on <strong>{moment(at)}</strong>
            </>
          )}
          , and never before. If it were sent now, <strong>{to}</strong> would get it.
        </p>
      ) : at === null ? (
        <p>
          It goes to <strong>{to}</strong>. What has left cannot be taken back.
        </p>
      ) : (
        <p>
          It goes out on <strong>{moment(at)}</strong>. If it were sent now, <strong>{to}</strong> would get it.
        </p>
      )}
    </ConfirmDialog>
  )
}

function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
