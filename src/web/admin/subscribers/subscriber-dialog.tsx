import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Consent, ConsentAct, SubscriberRecord } from '../../../contract/audience/subscriber-list.ts'
import { sourceLabels } from '../../../contract/audience/subscriber-sources.ts'
import { Tags } from '../../../contract/audience/subscriber-tags.ts'
import { submission } from '../../data/mutations.ts'
import { subscriberQuery, useSaveTags } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import { usePersonExport } from '../kit/use-person-export.ts'
import { SubscriberBadge } from './subscriber-columns.tsx'
import { SuppressionBadge } from './suppression-badge.tsx'

const acts: Record<ConsentAct, string> = {
  'signed-up': 'Signed up',
  confirmed: 'Confirmed',
  imported: 'Imported',
  resubscribed: 'Made active again',
  unsubscribed: 'Unsubscribed',
  'held-back': 'Held back: a bot signed up',
  'fewer-newsletters': 'Chose to get only the digest',
  'all-newsletters': 'Chose to get all newsletters',
}

/** One subscriber with the log of their consent. */
export function SubscriberDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const subscriber = useQuery(subscriberQuery(id))
  const { data, isPending } = subscriber
  useOpenedName(data?.email)
  return (
    <Dialog isOpen title={data?.email ?? 'Subscriber'} onClose={onClose}>
      <LoadFailure query={subscriber}>This subscriber could not be loaded. They may have been deleted.</LoadFailure>
      {isPending && (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading the subscriber…</span>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {data && <Body subscriber={data} />}
    </Dialog>
  )
}

function Body({ subscriber }: { subscriber: SubscriberRecord }) {
  const { moment } = useDates()
  const { exportPerson, isExporting } = usePersonExport()
  const { id, email, name, createdAt, status, source, frequency, tags, unsubscribeUrl, consents, suppression } =
    subscriber
  return (
    <div className="space-y-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <SubscriberBadge status={status} />
        {suppression && <SuppressionBadge reason={suppression} />}
        <span dir="auto" className="wrap-anywhere">
          {name || 'No name'}
        </span>
        <span className="text-ink-soft">since {moment(createdAt)}</span>
        {source && <span className="text-ink-soft">from: {sourceLabels[source]}</span>}
        {frequency === 'digest' && <StatusBadge tone="quiet">Only the digest</StatusBadge>}
      </p>
      <TagsForm id={id} tags={tags} />
      <TextField
        optional={null}
        label="Unsubscribe link"
        hint="Belongs into every newsletter you send them. It works for this subscriber alone."
        readOnly
        value={unsubscribeUrl}
        onFocus={(event) => event.target.select()}
      />
      <section>
        <h3 className="mb-2 text-lg">What they agreed to</h3>
        {consents.length === 0 ? (
          <p className="text-sm text-ink-soft">Signed up before this was recorded.</p>
        ) : (
          <ol className="space-y-3 border-l-2 border-line pl-4">
            {consents.map((consent) => (
              <ConsentEntry key={`${consent.act} ${consent.at}`} consent={consent} />
            ))}
          </ol>
        )}
      </section>
      <ToolButton disabled={isExporting} onClick={() => exportPerson(email)}>
        Export everything about this person
      </ToolButton>
    </div>
  )
}

function ConsentEntry({ consent }: { consent: Consent }) {
  const { moment } = useDates()
  const { act, source, text, at, form, page, policy, language } = consent
  return (
    <li className="text-sm">
      <p className="font-semibold">{acts[act]}</p>
      <p className="text-ink-soft">
        <time dateTime={at}>{moment(at)}</time> · {source}
      </p>
      {text && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          “{text}”
        </p>
      )}
      {(form || page) && (
        <p className="mt-1 text-ink-soft wrap-anywhere">
          {[form && `Form: ${sourceLabels[form]}`, page && `on ${page}`].filter(Boolean).join(', ')}
        </p>
      )}
      {policy && (
        <p className="text-ink-soft">
          Privacy policy of {policy.slice(0, 10)}
          {language && `, in ${languageNames.of(language)}`}
        </p>
      )}
    </li>
  )
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

/** The tags of one subscriber, separated by commas. */
function TagsForm({ id, tags }: { id: number; tags: string[] }) {
  const { mutate, isPending } = useSaveTags()
  const [text, setText] = useState(tags.join(', '))
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = Tags.safeParse(text.split(/[,;]/).filter((part) => part.trim() !== ''))
    if (!read.success) return setError(read.error.issues[0])
    setError(undefined)
    mutate(submission({ params: { id }, body: { tags: read.data } }), {
      onError: (failure) => setError({ message: messageOf(failure) }),
      onSuccess: () => {
        // Text that was typed meanwhile stays.
        setText((typed) => (typed === text ? read.data.toSorted().join(', ') : typed))
        toast(adminMessages.tagsSaved)
      },
    })
  }
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate className="flex flex-wrap items-start gap-2">
      <TextField
        name="tags"
        optional
        label="Tags"
        hint="Separated by commas. A newsletter can go to a tag alone."
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error?.message}
        className="min-w-0 flex-1 basis-56"
      />
      <ToolButton type="submit" disabled={isPending} className="mt-7">
        {isPending ? 'Saving...' : 'Save tags'}
      </ToolButton>
    </form>
  )
}
