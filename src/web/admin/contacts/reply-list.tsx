import { useQuery } from '@tanstack/react-query'
import type { MailState } from '../../../contract/audience/mails.ts'
import { repliesQuery } from '../../data/owner/replies.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useDates } from '../kit/use-dates.ts'

const states: Record<MailState, string> = {
  waiting: 'waiting to be sent',
  sent: 'sent',
  written: 'written to the outbox',
  failed: 'not sent',
}

/** The replies to a message; nothing without any. */
export function ReplyList({ id }: { id: number }) {
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
