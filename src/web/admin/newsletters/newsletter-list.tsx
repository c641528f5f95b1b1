import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { NewsletterState, NewsletterSummary } from '../../../contract/audience/newsletters.ts'
import { newslettersQuery } from '../../data/owner/newsletters.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { usePostDeletion } from '../editor/use-post-deletion.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { preloadEditor } from '../text-editor.tsx'
import { newNewsletterHref, newsletterHref, newsletterSendHref, newsletterTrashHref } from './newsletter-hrefs.ts'
import { newsletterKind } from './newsletter-kind.tsx'
import {
  count,
  explainNewsletterState,
  isDeletable,
  isEditable,
  NewsletterStateBadge,
  newsletterStates,
  subjectOf,
} from './newsletter-state.tsx'
import { useDuplicateNewsletter } from './use-duplicate-newsletter.ts'

const stateOptions = [
  ['', 'All newsletters'],
  ...(Object.entries(newsletterStates) as [NewsletterState, string][]),
] as const

/** All newsletters, last changed first. */
export function NewsletterList() {
  const list = useListState(['state'])
  const newsletters = useQuery({ ...newslettersQuery(list.query), placeholderData: keepPage })
  const deletion = usePostDeletion(newsletterKind)
  const columns = useColumns({
    onDelete: (newsletter) => deletion.confirmDeletion([{ id: newsletter.id, title: subjectOf(newsletter) }]),
  })
  return (
    <>
      <TabHeader
        title="Newsletters"
        description="What your subscribers get by email."
        more={
          <>
            <ToolLink href={newsletterTrashHref}>Trash</ToolLink>
            <ToolLink href="/admin/automatic-newsletters">Automatic newsletters</ToolLink>
          </>
        }
      >
        <ToolLink href={newNewsletterHref} tone="primary" onMouseOver={preloadEditor}>
          <Plus aria-hidden="true" className="size-4" />
          New newsletter
        </ToolLink>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search newsletters">
        <ListFilter list={list} name="state" label="State" options={stateOptions} />
      </ListToolbar>
      <DataTable
        label="Newsletters"
        list={list}
        query={newsletters}
        rowName={subjectOf}
        columns={columns}
        errorText="Your newsletters could not be loaded."
        empty={
          <>
            <p>No newsletters yet. Write one, or choose “Send as newsletter” in the actions of a post.</p>
            <ToolLink href={newNewsletterHref} tone="primary" className="mt-4">
              Write the first
            </ToolLink>
          </>
        }
      />
      {deletion.dialog}
    </>
  )
}

type ColumnOptions = { onDelete: (newsletter: NewsletterSummary) => void }

function useColumns({ onDelete }: ColumnOptions): Column<NewsletterSummary>[] {
  const { shortDay, shortMoment } = useDates()
  const hrefOf = (newsletter: NewsletterSummary) =>
    newsletter.state === 'draft' ? newsletterHref(newsletter.id) : newsletterSendHref(newsletter.id)
  return [
    {
      key: 'subject',
      header: 'Subject',
      isSortable: true,
      className: 'md:w-[28%]',
      cell: (newsletter) => (
        <Link
          href={hrefOf(newsletter)}
          dir="auto"
          onMouseOver={preloadEditor}
          className="inline-block py-1 wrap-anywhere text-ink max-md:min-w-10 max-md:py-2.5 underline-offset-4 hover:text-accent-darker hover:underline"
        >
          {subjectOf(newsletter)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'State',
      className: 'md:w-52',
      cell: (newsletter) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <NewsletterStateBadge newsletter={newsletter} />
          <span className="text-ink-soft tabular-nums">{explainNewsletterState(newsletter, shortMoment)}</span>
        </span>
      ),
    },
    numberColumn('bounced', 'Bounced'),
    numberColumn('unsubscribed', 'Unsubscribed'),
    {
      key: 'startedAt',
      header: 'Sent on',
      isSortable: true,
      className: 'md:w-32',
      cell: ({ startedAt }) => (
        <span className="whitespace-nowrap text-ink-soft">{startedAt ? shortDay(startedAt) : '–'}</span>
      ),
    },
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      isHiddenOnPhone: true,
      className: 'md:w-32',
      cell: ({ updatedAt }) => <span className="whitespace-nowrap text-ink-soft">{shortDay(updatedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      isHiddenOnPhone: true,
      className: 'md:w-20',
      cell: (newsletter) => <RowMenu newsletter={newsletter} onDelete={() => onDelete(newsletter)} />,
    },
  ]
}

function numberColumn(key: 'bounced' | 'unsubscribed', header: string): Column<NewsletterSummary> {
  return {
    key,
    header,
    isNumber: true,
    isHiddenOnPhone: true,
    className: 'md:w-24',
    cell: ({ numbers }) => (numbers.total === 0 ? '–' : count(numbers[key])),
  }
}

function RowMenu({ newsletter, onDelete }: { newsletter: NewsletterSummary; onDelete: () => void }) {
  const { navigate } = useRouter()
  const duplicate = useDuplicateNewsletter()
  return (
    <Menu label={`Actions for ${subjectOf(newsletter)}`}>
      <MenuItem onSelect={() => navigate(newsletterHref(newsletter.id))}>
        {isEditable(newsletter) ? 'Edit' : 'View text'}
      </MenuItem>
      <MenuItem onSelect={() => navigate(newsletterSendHref(newsletter.id))}>
        {isEditable(newsletter) ? 'Review and send' : 'Numbers'}
      </MenuItem>
      <MenuItem onSelect={() => duplicate.run(newsletter.id)}>Duplicate</MenuItem>
      <MenuSeparator />
      <MenuItem danger disabled={!isDeletable(newsletter)} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
