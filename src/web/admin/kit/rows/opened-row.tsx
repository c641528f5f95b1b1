import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../data/api.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMessage } from '../../../ui/status-message.tsx'
import { Dialog } from '../dialog.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { useOpenedName } from '../opened-name.ts'
import { type CatalogueRow, capital, type RowNoun } from './catalogue.ts'

/** The row of an id. What is edited stays as it was opened; its version tells whether it still is. */
export function useOpenedRow<Row extends CatalogueRow>({ calls }: RowNoun<Row>, id: string) {
  const query = useQuery(calls.one(Number(id)))
  const [opened, setOpened] = useState<Row>()
  if (query.data && !opened) setOpened(query.data)
  useOpenedName(opened?.name)
  return { opened, query }
}

type PendingRowProps = { one: string; query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'> }

/** A row that is being loaded, is missing, or could not be loaded. */
export function PendingRow({ one, query }: PendingRowProps) {
  const { error, isError } = query
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <MissingRow one={one} />
  if (isError) return <LoadFailure query={query}>{`The ${one} could not be loaded.`}</LoadFailure>
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading the {one}…</span>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </div>
  )
}

function MissingRow({ one }: { one: string }) {
  return <StatusMessage>There is no such {one}. It may have been deleted.</StatusMessage>
}

type OpenedRowProps<Row extends CatalogueRow> = {
  noun: RowNoun<Row>
  /** The id of a row, or 'new'. */
  id: string
  onClose: () => void
  children: (row: Row | undefined) => ReactNode
}

/** Loads the row that a dialog edits; a new one needs none. */
export function OpenedRow<Row extends CatalogueRow>(props: OpenedRowProps<Row>) {
  const isNew = props.id === 'new'
  useOpenedName(isNew ? `New ${capital(props.noun.one)}` : undefined)
  return isNew ? props.children(undefined) : <LoadedRow {...props} />
}

function LoadedRow<Row extends CatalogueRow>({ noun, id, onClose, children }: OpenedRowProps<Row>) {
  const { opened, query } = useOpenedRow(noun, id)
  if (opened) return children(opened)
  return (
    <Dialog isOpen title={`Edit ${capital(noun.one)}`} onClose={onClose}>
      <PendingRow one={noun.one} query={query} />
    </Dialog>
  )
}

type NamedRow = { id: number; name: string }

type ListedRowProps<Row extends NamedRow> = {
  /** In words: 'program'. */
  one: string
  /** The id of a row, or 'new'. */
  id: string
  /** All rows. */
  rows: Row[]
  onClose: () => void
  children: (row: Row | undefined) => ReactNode
}

/** Finds the row that a dialog edits in a list that is loaded as a whole. */
export function ListedRow<Row extends NamedRow>({ one, id, rows, onClose, children }: ListedRowProps<Row>) {
  // The state when the dialog was opened; the list may be refetched meanwhile.
  const [row] = useState(() => rows.find((listed) => String(listed.id) === id))
  useOpenedName(id === 'new' ? `New ${capital(one)}` : row?.name)
  if (row || id === 'new') return children(row)
  return (
    <Dialog isOpen title={`Edit ${capital(one)}`} onClose={onClose}>
      <MissingRow one={one} />
    </Dialog>
  )
}
