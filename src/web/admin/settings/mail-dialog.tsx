import { useQuery } from '@tanstack/react-query'
import { mailQuery } from '../../data/owner/mails.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useDates } from '../kit/use-dates.ts'

/** A mail in plain text. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const mail = useQuery(mailQuery(id))
  const { data, isPending } = mail
  const { moment } = useDates()
  return (
    <Dialog isOpen title={data?.subject ?? 'Mail'} onClose={onClose}>
      <LoadFailure query={mail}>This mail could not be loaded.</LoadFailure>
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading the mail…</span>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {data && (
        <>
          <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line pb-4 text-sm">
            <dt className="text-ink-soft">To</dt>
            <dd dir="auto" className="wrap-anywhere">
              {data.to}
            </dd>
            {data.from && (
              <>
                <dt className="text-ink-soft">From</dt>
                <dd dir="auto" className="wrap-anywhere">
                  {data.from}
                </dd>
              </>
            )}
            <dt className="text-ink-soft">Written</dt>
            <dd>{moment(data.createdAt)}</dd>
            {data.sentAt && (
              <>
                <dt className="text-ink-soft">{data.state === 'written' ? 'In the outbox since' : 'Sent'}</dt>
                <dd>{moment(data.sentAt)}</dd>
              </>
            )}
            {data.nextAt && (
              <>
                <dt className="text-ink-soft">Tried again</dt>
                <dd>{moment(data.nextAt)}</dd>
              </>
            )}
            {data.response && (
              <>
                <dt className="text-ink-soft">The server said</dt>
                <dd dir="auto" className="wrap-anywhere">
                  {data.response}
                </dd>
              </>
            )}
            {data.error && (
              <>
                <dt className="text-ink-soft">What failed</dt>
                <dd className="text-alert-deep wrap-anywhere">
                  {data.explanation}
                  <span dir="auto" className="block font-mono text-sm">
                    {data.error}
                  </span>
                </dd>
              </>
            )}
          </dl>
          {data.text ? (
            <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-wrap">
              {data.text}
            </p>
          ) : (
            <p className="text-ink-soft">The text of this mail is not kept any more.</p>
          )}
        </>
      )}
    </Dialog>
  )
}
