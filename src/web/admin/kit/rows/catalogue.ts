import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { submission } from '../../../data/mutations.ts'
import type { RowAction, RowCalls } from '../../../data/owner/row-calls.ts'
import type { ToastCopy } from '../../../lib/copy.ts'
import { useRouter } from '../../../lib/router.tsx'
import { toast } from '../../../lib/toast.ts'
import { keepPage } from '../data-table.tsx'
import { undoToast } from '../undo-toast.ts'
import { useListState, useNextQuery } from '../use-list-state.ts'
import { useSelection } from '../use-selection.ts'

export type CatalogueRow = { id: number; name: string; isActive: boolean; version: number }

/** A noun whose rows the owner keeps in a list and edits in a form. */
export type RowNoun<Row extends CatalogueRow> = {
  /** The path of the tab. */
  path: `/admin/${string}`
  /** In words: 'product', 'products'. */
  one: string
  many: string
  calls: Pick<RowCalls<Row, never>, 'list' | 'one' | 'useChange'>
  messages: {
    activated: (count: number) => ToastCopy
    deactivated: (count: number) => ToastCopy
    deleted: (names: string[]) => ToastCopy
    restored: ToastCopy
  }
}

/** 'Product' of 'product'. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Opens a row ('new' for one to create) over its list, or closes it; the list stays as it is. */
export function useOpenRow({ path }: Pick<RowNoun<never>, 'path'>): (id?: number | string) => void {
  const { navigate } = useRouter()
  const search = useNextQuery().toString()
  return (id) => navigate(`${path}${id === undefined ? '' : `/${id}`}${search ? `?${search}` : ''}`, { stay: true })
}

type Act<Row> = (rows: Row[]) => void

/** The list of a noun with what is done to its rows; the parts of `catalogue-parts.tsx` show it. */
export function useCatalogue<Row extends CatalogueRow>(noun: RowNoun<Row>, filters: readonly string[] = []) {
  const list = useListState(['status', ...filters])
  const query = useQuery({ ...noun.calls.list(list.query), placeholderData: keepPage<Row> })
  const rows = query.data?.items ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const [toDelete, setToDelete] = useState<Row[]>([])
  return { noun, list, query, rows, selection, toDelete, setToDelete, ...useRowActions(noun) }
}

export type Catalogue<Row extends CatalogueRow> = ReturnType<typeof useCatalogue<Row>>

/** Changes rows from their list. Each action says how it went and offers to undo it. */
function useRowActions<Row extends CatalogueRow>({ calls, messages }: RowNoun<Row>) {
  const change = calls.useChange()
  const run = (action: RowAction, ids: number[], onSuccess: () => void) =>
    change.mutate(submission({ action, ids }), {
      onSuccess,
    })
  const runUndoable = (action: RowAction, back: RowAction, ids: number[], message: ToastCopy) =>
    run(action, ids, () => undoToast(message, () => run(back, ids, () => toast(messages.restored))))

  const activate: Act<Row> = (rows) => {
    const ids = idsOf(rows.filter(({ isActive }) => !isActive))
    if (ids.length > 0) runUndoable('activate', 'deactivate', ids, messages.activated(ids.length))
  }
  const deactivate: Act<Row> = (rows) => {
    const ids = idsOf(rows.filter(({ isActive }) => isActive))
    if (ids.length > 0) runUndoable('deactivate', 'activate', ids, messages.deactivated(ids.length))
  }
  const remove: Act<Row> = (rows) =>
    runUndoable('removeSome', 'restoreSome', idsOf(rows), messages.deleted(rows.map(({ name }) => name)))
  return { activate, deactivate, remove }
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
