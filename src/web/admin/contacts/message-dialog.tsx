import { useQuery } from '@tanstack/react-query'
import { Reply } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ContactMessage, SpamReason } from '../../../contract/audience/contact-messages.ts'
import type { MailState } from '../../../contract/audience/mails.ts'
import { contactQuery } from '../../data/owner/contacts.ts'
import { mailSetupQuery } from '../../data/owner/mails.ts'
import { repliesQuery } from '../../data/owner/replies.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { ToolButton, toolClass } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { replyAddress } from './reply-address.ts'
import { ReplyForm } from './reply-form.tsx'
import type { useContactActions } from './use-contact-actions.ts'

export const spamReasons: Record<SpamReason, string> = {
  'hidden-field': 'A field was filled in that no person sees',
  'too-fast': 'Written faster than a person types',
  links: 'Many links',
  owner: 'You moved it here',
}

type MessageDialogProps = {
  id: number
  actions: ReturnType<typeof useContactActions>
  onDelete: (message: ContactMessage) => void
  onClose: () => void
}

/** A message with its text. Opening it marks it as read. */
export function MessageDialog({ id, actions, onDelete, onClose }: MessageDialogProps) {
  const message = useQuery(contactQuery(id))
  const { data, isPending } = message
  const { mark } = actions
  useOpenedName(data?.subject)
  const [isReplying, setIsReplying] = useState(false)
  const isMarked = useRef(false)
  useEffect(() => {
    if (!data || data.isRead || isMarked.current) return
    isMarked.current = true
    mark({ ids: [data.id] }, { isRead: true })
  }, [data, mark])

  return (
    <Dialog
      isOpen
      title={data?.subject ?? 'Message'}
      onClose={onClose}
      footer={
        data &&
        !isReplying && (
          <Footer
            message={data}
            actions={actions}
            onReply={() => setIsReplying(true)}
            onDelete={onDelete}
            onClose={onClose}
          />
        )
      }
    >
      <LoadFailure query={message}>This message could not be loaded. It may have been deleted.</LoadFailure>
      {isPending && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading the message…</span>
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {data && <Body message={data} />}
      {data?.answeredAt && <ReplyList id={data.id} />}
      {data && isReplying && (
        <ReplyForm message={data} onSent={() => setIsReplying(false)} onCancel={() => setIsReplying(false)} />
      )}
    </Dialog>
  )
}

function Body({ message }: { message: ContactMessage }) {
  const { moment } = useDates()
  return (
    <>
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line pb-4 text-sm">
        <dt className="text-ink-soft">From</dt>
        <dd className="wrap-anywhere">
          <strong className="font-semibold">{message.name}</strong> {message.email}
        </dd>
        <dt className="text-ink-soft">Date</dt>
        <dd>
          <time dateTime={message.createdAt}>{moment(message.createdAt)}</time>
        </dd>
        {message.spamReason && (
          <>
            <dt className="text-ink-soft">Spam</dt>
            <dd>{spamReasons[message.spamReason]}</dd>
          </>
        )}
      </dl>
      <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
    </>
  )
}

type FooterProps = Omit<MessageDialogProps, 'id'> & { message: ContactMessage; onReply: () => void }

function Footer({ message, actions, onReply, onDelete, onClose }: FooterProps) {
  const { id, isSpam } = message
  return (
    <>
      <ToolButton tone="danger" onClick={() => onDelete(message)}>
        Delete
      </ToolButton>
      <ToolButton disabled={actions.isBusy} onClick={() => actions.moveTo({ ids: [id] }, !isSpam, onClose)}>
        {isSpam ? 'Not Spam' : 'Spam'}
      </ToolButton>
      <ToolButton disabled={actions.isBusy} onClick={() => actions.mark({ ids: [id] }, { isRead: false }, onClose)}>
        Mark as Unread
      </ToolButton>
      <ReplyButton message={message} onReply={onReply} />
    </>
  )
}

/** Replies here where mail works, otherwise in the owner's mail program. */
function ReplyButton({ message, onReply }: Pick<FooterProps, 'message' | 'onReply'>) {
  const { moment } = useDates()
  const { data: setup } = useQuery(mailSetupQuery())
  const label = (
    <>
      <Reply aria-hidden="true" className="size-4" />
      Reply
    </>
  )
  if (setup?.isSetUp)
    return (
      <ToolButton tone="primary" onClick={onReply}>
        {label}
      </ToolButton>
    )
  return (
    <a href={replyAddress(message, moment(message.createdAt))} className={toolClass('primary')}>
      {label}
    </a>
  )
}

const states: Record<MailState, string> = {
  waiting: 'waiting to be sent',
  sent: 'sent',
  written: 'written to the outbox',
  failed: 'not sent',
}

/** The replies to a message; nothing without any. */
function ReplyList({ id }: { id: number }) {
  const replies = useQuery(repliesQuery(id))
  const { moment } = useDates()
  return (
    <>
      <LoadFailure query={replies}>The replies could not be loaded.</LoadFailure>
      {replies.data?.map((reply) => (
        <section key={reply.id} className="mt-5 rounded-lg border border-line bg-cream/50 p-4">
          <h3 className="text-sm font-semibold">
            Your reply, <time dateTime={reply.createdAt}>{moment(reply.createdAt)}</time>
            {reply.state && `, ${states[reply.state]}`}
          </h3>
          {reply.error && <p className="mt-1 text-sm text-alert-deep wrap-anywhere">{reply.error}</p>}
          <p dir="auto" className="mt-2 leading-relaxed wrap-anywhere whitespace-pre-wrap">
            {reply.text}
          </p>
        </section>
      ))}
    </>
  )
}
