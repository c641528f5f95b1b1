import { useQuery } from '@tanstack/react-query'
import type { Overview } from '../../../contract/app/overview.ts'
import { overviewQuery } from '../../data/owner/overview.ts'
import { Link } from '../../lib/router.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { Welcome } from '../welcome/welcome.tsx'
import { Checklist } from './checklist.tsx'
import { DemoPanel } from './demo-panel.tsx'
import { HealthLines } from './health-lines.tsx'
import { nextSteps } from './next-steps.ts'
import { OverviewCard } from './overview-card.tsx'
import { Sales } from './sales.tsx'

/** The first tab of the dashboard; a new site shows a welcome instead. */
export function OverviewTab() {
  const query = useQuery(overviewQuery())
  const overview = query.data
  if (overview?.start?.isWelcome) return <Welcome />
  return (
    <>
      <TabHeader title="Overview" description="What happened lately, and what is waiting for you.">
        <ToolLink href="/admin/posts/new" tone="primary">
          New Post
        </ToolLink>
      </TabHeader>
      <LoadFailure query={query}>The overview could not be loaded.</LoadFailure>
      {(overview || !query.isError) && <Cards overview={overview} refetch={() => void query.refetch()} />}
    </>
  )
}

/** Four small cards in a row, so that every row of the grid is full. */
const quarter = 'xl:col-span-3'

type CardsProps = { overview: Overview | undefined; refetch: () => void }

function Cards({ overview, refetch }: CardsProps) {
  const shared = { overview, refetch }
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-12">
      {overview?.start?.checklist && <Checklist items={overview.start.checklist} />}
      {overview && <NextSteps overview={overview} />}
      <OverviewCard
        {...shared}
        part="drafts"
        title="Drafts"
        more={{ href: '/admin/posts', label: 'All posts' }}
        className={quarter}
      >
        {(drafts) => <Drafts drafts={drafts} />}
      </OverviewCard>
      <OverviewCard {...shared} part="scheduled" title="Next scheduled" className={quarter}>
        {(scheduled) => <Scheduled scheduled={scheduled} />}
      </OverviewCard>
      <OverviewCard
        {...shared}
        part="messages"
        title="Messages"
        more={{ href: '/admin/contacts', label: 'All messages' }}
        className={quarter}
      >
        {(messages) => <Messages messages={messages} />}
      </OverviewCard>
      <OverviewCard
        {...shared}
        part="subscribers"
        title="Subscribers"
        more={{ href: '/admin/subscribers', label: 'All subscribers' }}
        className={quarter}
      >
        {(numbers) => <Subscribers numbers={numbers} />}
      </OverviewCard>
      <OverviewCard
        {...shared}
        part="sales"
        title="Clicks and earnings"
        more={{ href: '/admin/analytics', label: 'Analytics' }}
        height="h-56"
        className="md:col-span-2 xl:col-span-8"
      >
        {(sales) => <Sales sales={sales} />}
      </OverviewCard>
      <OverviewCard {...shared} part="health" title="Health" height="h-56" className="md:col-span-2 xl:col-span-4">
        {(health) => (
          <HealthLines
            health={health}
            links={overview?.links ?? null}
            rules={overview?.rules ?? null}
            complaints={overview?.complaints ?? null}
          />
        )}
      </OverviewCard>
      {overview && <DemoPanel />}
    </div>
  )
}

function NextSteps({ overview }: { overview: Overview }) {
  const steps = nextSteps(overview)
  return (
    <Panel
      title="What to do next"
      className={`md:col-span-2 ${overview.start?.checklist ? 'xl:col-span-4' : 'xl:col-span-12'}`}
    >
      {steps.length === 0 ? (
        <p className="text-ink-soft">Nothing is waiting for you.</p>
      ) : (
        <ul aria-label="What to do next" className="-my-1">
          {steps.map(({ text, href }) => (
            <li key={text}>
              <Link
                href={href}
                className="inline-flex min-h-9 items-center font-semibold text-accent-deep underline underline-offset-4 wrap-anywhere"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Drafts({ drafts: { count, latest } }: { drafts: NonNullable<Overview['drafts']> }) {
  const { day } = useDates()
  if (count === 0) return <p className="text-ink-soft">No drafts. The next idea begins with New Post.</p>
  return (
    <>
      <Figure value={count} label={count === 1 ? 'draft' : 'drafts'} />
      <ul aria-label="Latest drafts" className="mt-2 divide-y divide-line border-t border-line">
        {latest.map(({ id, title, updatedAt }) => (
          <li key={id} className="py-2">
            <Link href={`/admin/posts/${id}`} className="font-semibold wrap-anywhere hover:text-accent-darker">
              {title || 'Untitled'}
            </Link>
            <p className="text-sm text-ink-soft">
              <time dateTime={updatedAt}>{day(updatedAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Scheduled({ scheduled: { count, next } }: { scheduled: NonNullable<Overview['scheduled']> }) {
  const { moment } = useDates()
  if (!next) return <p className="text-ink-soft">Nothing is scheduled.</p>
  return (
    <>
      <Link href={`/admin/posts/${next.id}`} className="text-lg font-semibold wrap-anywhere hover:text-accent-darker">
        {next.title}
      </Link>
      <p className="text-sm text-ink-soft">
        <time dateTime={next.publishedAt}>{moment(next.publishedAt)}</time>
      </p>
      {count > 1 && <p className="mt-1 text-sm text-ink-soft">{count} posts are scheduled.</p>}
    </>
  )
}

function Messages({ messages: { unread, spam } }: { messages: NonNullable<Overview['messages']> }) {
  return (
    <>
      <Figure value={unread} label={unread === 1 ? 'unread message' : 'unread messages'} />
      <p className="mt-1 text-sm text-ink-soft">{spam === 0 ? 'Nothing in Spam.' : `${spam} in Spam.`}</p>
    </>
  )
}

function Subscribers({ numbers: { active, joined, left } }: { numbers: NonNullable<Overview['subscribers']> }) {
  return (
    <>
      <Figure value={active} label={active === 1 ? 'active subscriber' : 'active subscribers'} />
      <p className="mt-1 text-sm text-ink-soft">
        In the last 30 days: {joined} joined, {left} left.
      </p>
    </>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-display text-3xl lining-nums">{value.toLocaleString('en-US')}</span>
      <span className="text-sm text-ink-soft">{label}</span>
    </p>
  )
}
