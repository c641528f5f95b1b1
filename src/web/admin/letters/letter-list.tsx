import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { LetterState, LetterSummary } from '../../../contract/letters.ts'
import { lettersQuery } from '../../data/owner/letters.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { usePostDeletion } from '../posts/use-post-deletion.tsx'
import { letterHref, letterSendHref, newLetterHref } from './letter-hrefs.ts'
import {
  count,
  explainLetterState,
  isDeletable,
  isEditable,
  LetterStateBadge,
  letterStates,
  subjectOf,
} from './letter-state.tsx'
import { useDuplicateLetter } from './use-duplicate-letter.ts'

const stateOptions = [['', 'All letters'], ...(Object.entries(letterStates) as [LetterState, string][])] as const

/** All letters, last changed first. `preloadEditor` is called when one is hovered. */
export function LetterList({ preloadEditor }: { preloadEditor: () => void }) {
  const list = useListState(['state'])
  const letters = useQuery({ ...lettersQuery(list.query), placeholderData: keepPage })
  const deletion = usePostDeletion(undefined, 'letter')
  const columns = useColumns({
    preloadEditor,
    onDelete: (letter) => deletion.confirmDeletion([{ id: letter.id, title: subjectOf(letter) }]),
  })
  return (
    <>
      <TabHeader title="Letters" description="What your subscribers get by email.">
        <ToolLink href="/admin/automatic-letters">Automatic letters</ToolLink>
        <ToolLink href={newLetterHref} tone="primary" onMouseOver={preloadEditor}>
          <Plus aria-hidden="true" className="size-4" />
          New letter
        </ToolLink>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search letters">
        <ListFilter list={list} name="state" label="State" options={stateOptions} />
      </ListToolbar>
      <DataTable
        label="Letters"
        list={list}
        query={letters}
        rowName={subjectOf}
        columns={columns}
        errorText="Your letters could not be loaded."
        empty={
          <>
            <p>No letters yet. Write one, or choose “Send as letter” in the actions of a post.</p>
            <ToolLink href={newLetterHref} tone="primary" className="mt-4">
              Write the first
            </ToolLink>
          </>
        }
      />
      {deletion.dialog}
    </>
  )
}

type ColumnOptions = { preloadEditor: () => void; onDelete: (letter: LetterSummary) => void }

function useColumns({ preloadEditor, onDelete }: ColumnOptions): Column<LetterSummary>[] {
  const { day, moment } = useDates()
  const hrefOf = (letter: LetterSummary) =>
    letter.state === 'draft' ? letterHref(letter.id) : letterSendHref(letter.id)
  return [
    {
      key: 'subject',
      header: 'Subject',
      isSortable: true,
      className: 'md:w-[28%]',
      cell: (letter) => (
        <Link
          href={hrefOf(letter)}
          dir="auto"
          onMouseOver={preloadEditor}
          className="inline-block py-1 wrap-anywhere text-ink underline-offset-4 hover:text-accent-darker hover:underline"
        >
          {subjectOf(letter)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'State',
      className: 'md:w-52',
      cell: (letter) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <LetterStateBadge letter={letter} />
          <span className="text-ink-soft tabular-nums">{explainLetterState(letter, moment)}</span>
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
      cell: ({ startedAt }) => <span className="text-ink-soft">{startedAt ? day(startedAt) : '–'}</span>,
    },
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      isHiddenOnPhone: true,
      className: 'md:w-32',
      cell: ({ updatedAt }) => <span className="text-ink-soft">{day(updatedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      isHiddenOnPhone: true,
      className: 'md:w-20',
      cell: (letter) => <RowMenu letter={letter} onDelete={() => onDelete(letter)} />,
    },
  ]
}

function numberColumn(key: 'bounced' | 'unsubscribed', header: string): Column<LetterSummary> {
  return {
    key,
    header,
    isNumber: true,
    isHiddenOnPhone: true,
    className: 'md:w-24',
    cell: ({ numbers }) => (numbers.total === 0 ? '–' : count(numbers[key])),
  }
}

function RowMenu({ letter, onDelete }: { letter: LetterSummary; onDelete: () => void }) {
  const { navigate } = useRouter()
  const duplicate = useDuplicateLetter()
  return (
    <Menu label={`Actions for ${subjectOf(letter)}`}>
      <MenuItem onSelect={() => navigate(letterHref(letter.id))}>{isEditable(letter) ? 'Edit' : 'Open text'}</MenuItem>
      <MenuItem onSelect={() => navigate(letterSendHref(letter.id))}>
        {isEditable(letter) ? 'Review and send' : 'Numbers'}
      </MenuItem>
      <MenuItem onSelect={() => duplicate.run(letter.id)}>Duplicate</MenuItem>
      <MenuSeparator />
      <MenuItem danger disabled={!isDeletable(letter)} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
