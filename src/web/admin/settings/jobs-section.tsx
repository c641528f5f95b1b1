import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type JobName, type JobStatus, jobTitles } from '../../../contract/platform/jobs.ts'
import { submission } from '../../data/mutations.ts'
import { jobsQuery, useRunJob } from '../../data/owner/jobs.ts'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PanelQuery } from './panel-query.tsx'

/** The background jobs with their state, and buttons that start them. */
export function JobsSection() {
  return (
    <Panel
      title="Background work"
      description="What the site does by itself. What fails is tried again, with growing pauses."
    >
      <PanelQuery query={useQuery(jobsQuery())} errorText="The background work could not be loaded." height="h-80">
        {(jobs) => (
          <ul aria-label="Background work" className="divide-y divide-line border-y border-line">
            {jobs.map((job) => (
              <JobRow key={job.name} job={job} />
            ))}
          </ul>
        )}
      </PanelQuery>
    </Panel>
  )
}

const purposes: Record<JobName, string> = {
  'tidy-up': 'Forgets expired sign-ins and links, mails’ texts after 30 days, and what was deleted a while ago.',
  'purge-images': 'Removes the files of images that were deleted 30 days ago.',
  'make-images': 'Makes the sizes of images that pages show, before a reader asks.',
  retention: 'Deletes clicks, conversions and daily sums after 26 months. The sums of months stay.',
  restore: 'Brings a backup back when you ask for it in Backups.',
  backup: 'Makes a backup each night and removes the oldest ones. Those made by hand stay.',
  'check-database': 'Reads the whole database each night and reports damage.',
  'recognise-programs': 'Finds affiliate programs in the links of products and posts, and counts the links.',
  'check-links': 'Finds the affiliate links each night and looks at some of them in the shops.',
  earnings: 'Reads, writes and undoes imported reports, and copies conversions into the ledger.',
  'fetch-sales': 'Fetches the sales of the last 90 days each night from the networks that are connected in Earnings.',
  'resend-confirmations': 'Sends confirmations that had to wait, and all once more after two days, every five minutes.',
  'count-clicks': 'Tells clicks in newsletters apart from what scanners of mails open, every five minutes.',
  'finish-erasures': 'Removes what was deleted from the log of the database too, each hour and after each erasure.',
  'site-import': 'Reads, imports and undoes the export of another site when you ask for it in Import a site.',
  'site-export': 'Makes the export that you have started in Export, and deletes each after seven days.',
  'check-bounces': 'Reads the mailbox for bounces every 15 minutes, if one is set in Mail.',
}

function JobRow({ job }: { job: JobStatus }) {
  const { moment } = useDates()
  const { name, state, nextAt, lastFinishedAt, lastError } = job
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {jobTitles[name]} <JobState job={job} />
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">{purposes[name]}</p>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
          <dt className="text-ink-soft">Last done</dt>
          <dd>{lastFinishedAt ? <time dateTime={lastFinishedAt}>{moment(lastFinishedAt)}</time> : 'Never yet'}</dd>
          <dt className="text-ink-soft">Next</dt>
          <dd>{state === 'waiting' ? <time dateTime={nextAt}>{moment(nextAt)}</time> : 'Now'}</dd>
          {lastError && (
            <>
              <dt className="text-ink-soft">Last error</dt>
              <dd className="wrap-anywhere text-alert-deep">{lastError}</dd>
            </>
          )}
        </dl>
      </div>
      <RunButton job={job} />
    </li>
  )
}

function JobState({ job: { state, lastError, lastFinishedAt } }: { job: JobStatus }) {
  if (state === 'interrupted') return <StatusBadge tone="waiting">Interrupted, goes on soon</StatusBadge>
  if (state !== 'waiting') return <StatusBadge tone="waiting">Running</StatusBadge>
  if (lastError) return <StatusBadge tone="alert">Failed</StatusBadge>
  return lastFinishedAt ? <StatusBadge tone="good">Done</StatusBadge> : <StatusBadge tone="quiet">Planned</StatusBadge>
}

function RunButton({ job: { name, state } }: { job: JobStatus }) {
  const run = useRunJob()
  const queryClient = useQueryClient()
  const handleClick = () =>
    run.mutate(submission({ params: { name } }), {
      onSuccess: (jobs) => queryClient.setQueryData(jobsQuery().queryKey, jobs),
    })
  // Not `disabled`, so that the button keeps the focus.
  const isBusy = state !== 'waiting' || run.isPending
  return (
    <ToolButton
      aria-label={`${isBusy ? 'Running' : 'Run now'}: ${jobTitles[name]}`}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : handleClick}
    >
      {isBusy ? 'Running...' : 'Run now'}
    </ToolButton>
  )
}
