import { useQuery } from '@tanstack/react-query'
import type { Mail } from '../../../contract/audience/mails.ts'
import { mailQuery } from '../../data/owner/mails.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useDates } from '../kit/use-dates.ts'

/** A mail in plain text. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const mail = useQuery(mailQuery(id))
  const { data, isPending } = mail
  return (
    <Dialog isOpen title={data?.subject ?? 'Mail'} onClose={onClose}>
      <LoadFailure query={mail}>This mail could not be loaded.</LoadFailure>
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading the mail…</span>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {data && <Content mail={data} />}
    </Dialog>
  )
}

function Content({ mail }: { mail: Mail }) {
  const { moment } = useDates()
  return (
    <>
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line pb-4 text-sm">
        <Quoted label="To" text={mail.to} />
        {mail.from && <Quoted label="From" text={mail.from} />}
        <dt className="text-ink-soft">Written</dt>
        <dd>{moment(mail.createdAt)}</dd>
        {mail.sentAt && (
          <>
            <dt className="text-ink-soft">{mail.state === 'written' ? 'In the outbox since' : 'Sent'}</dt>
            <dd>{moment(mail.sentAt)}</dd>
          </>
        )}
        {mail.nextAt && (
          <>
            <dt className="text-ink-soft">Tried again</dt>
            <dd>{moment(mail.nextAt)}</dd>
          </>
        )}
        {mail.response && <Quoted label="The server said" text={mail.response} />}
        {mail.error && (
          <>
            <dt className="text-ink-soft">What failed</dt>
            <dd className="text-alert-deep wrap-anywhere">
              {mail.explanation}
              <span dir="auto" className="block font-mono text-sm">
                {mail.error}
              </span>
            </dd>
          </>
        )}
      </dl>
      {mail.text ? (
        <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {mail.text}
        </p>
      ) : (
        <p className="text-ink-soft">The text of this mail is not kept any more.</p>
      )}
    </>
  )
}

/** A text of someone else. */
function Quoted({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd dir="auto" className="wrap-anywhere">
        {text}
      </dd>
    </>
  )
}
