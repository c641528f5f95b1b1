import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Newsletter, NewsletterRecipient, RecipientState } from '../../../contract/audience/newsletters.ts'
import { isUnderWay, recipientsQuery } from '../../data/owner/newsletters.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'

const states: Record<RecipientState, [label: string, tone: StatusTone]> = {
  waiting: ['Waiting', 'quiet'],
  sending: ['Being sent', 'waiting'],
  accepted: ['Accepted', 'good'],
  deferred: ['Deferred', 'waiting'],
  failed: ['Bounced', 'alert'],
  suppressed: ['Suppressed', 'quiet'],
  'in-doubt': ['In doubt', 'alert'],
  cancelled: ['Cancelled', 'quiet'],
}

const stateOptions = [
  ['', 'Every state'],
  ...Object.entries(states).map(([state, [label]]) => [state, label] as const),
] as const

const outcomes = [
  ['', 'All results'],
  ['bounced', 'Bounced'],
  ['complained', 'Complained'],
  ['unsubscribed', 'Unsubscribed'],
] as const

const bounces = { hard: 'Bounced', soft: 'Bounced for now', complaint: 'Complained' }

/** Everybody a newsletter goes to, with what became of it. */
export function RecipientsTable({ newsletter }: { newsletter: Pick<Newsletter, 'id' | 'state' | 'numbers'> }) {
  const list = useListState(['state', 'outcome'])
  const isSending = isUnderWay(newsletter)
  const recipients = useQuery({
    ...recipientsQuery(newsletter.id, list.query, isSending),
    placeholderData: keepPage,
  })
  const { refetch } = recipients
  // The last poll could not see the end of sending, a pause or a cancellation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new state of the newsletter
  useEffect(() => void refetch(), [newsletter.state, isSending, refetch])
  const columns = useColumns()
  return (
    <section aria-label="Recipients" className="min-w-0">
      <h3 className="mb-3 text-lg">Recipients</h3>
      <ListToolbar list={list} searchLabel="Search recipients">
        <ListFilter list={list} name="state" label="State" options={stateOptions} />
        <ListFilter list={list} name="outcome" label="What came back" options={outcomes} />
      </ListToolbar>
      <DataTable
        label="Recipients"
        list={list}
        query={recipients}
        rowName={nameOf}
        columns={columns}
        errorText="The recipients could not be loaded."
        empty={<p>The newsletter has no recipients.</p>}
      />
    </section>
  )
}

const nameOf = ({ email }: NewsletterRecipient) => email || 'Erased subscriber'

function useColumns(): Column<NewsletterRecipient>[] {
  const { shortMoment } = useDates()
  return [
    {
      key: 'email',
      header: 'Email',
      isSortable: true,
      className: 'md:min-w-52',
      cell: (recipient) => (
        <span className={`inline-block py-1 wrap-anywhere ${recipient.email ? '' : 'text-ink-soft'}`}>
          {nameOf(recipient)}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      className: 'md:w-36 lg:w-44',
      cell: ({ state, bounce, unsubscribedAt }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <StatusBadge tone={states[state][1]}>{states[state][0]}</StatusBadge>
          {bounce && !(state === 'failed' && bounce === 'hard') && (
            <StatusBadge tone="alert">{bounces[bounce]}</StatusBadge>
          )}
          {unsubscribedAt && <StatusBadge tone="quiet">Unsubscribed</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'response',
      header: 'Reply of the mail server',
      isHiddenOnPhone: true,
      cell: ({ response, nextAt, state }) => (
        <span className="text-ink-soft wrap-anywhere">
          {response || '–'}
          {state === 'deferred' && nextAt && <span className="block">Tried again on {shortMoment(nextAt)}.</span>}
        </span>
      ),
    },
    {
      key: 'settledAt',
      header: 'Time',
      isSortable: true,
      className: 'md:w-44 lg:w-52',
      cell: ({ settledAt }) => (
        <span className="whitespace-nowrap text-ink-soft">{settledAt ? shortMoment(settledAt) : '–'}</span>
      ),
    },
  ]
}
