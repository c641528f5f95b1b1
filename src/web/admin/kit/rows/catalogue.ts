import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Changed, Choice } from '../../../../contract/platform/lists.ts'
import { submission } from '../../../data/mutations.ts'
import type { RowAction, RowCalls } from '../../../data/owner/row-calls.ts'
import type { ToastCopy } from '../../../lib/copy.ts'
import { useRouter } from '../../../lib/router.tsx'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../admin-messages.ts'
import { keepPage } from '../data-table.tsx'
import { isTrash, withTrash } from '../trash.tsx'
import { dismissActionsOn, undoToast } from '../undo-toast.ts'
import { useListState, useNextQuery } from '../use-list-state.ts'
import { type Chosen, useSelection } from '../use-selection.ts'

export type CatalogueRow = {
  id: number
  name: string
  isActive: boolean
  version: number
  deletedAt: string | null
}

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
    /** `name` is that of the only one. */
    deleted: (what: { count: number; name: string }) => ToastCopy
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

/** Chosen rows with those of them that the page shows. */
type ChosenRows<Row> = Chosen & { rows: Row[] }

/** The list of a noun, or of its trash, with what is done to its rows; the parts of `catalogue-parts.tsx` show it. */
export function useCatalogue<Row extends CatalogueRow>(noun: RowNoun<Row>, filters: readonly string[] = []) {
  const list = withTrash(useListState(['status', ...filters]))
  const query = useQuery({ ...noun.calls.list(list.query), placeholderData: keepPage<Row> })
  const rows = query.data?.items ?? []
  const selection = useSelection(query.data, { ...list.query, status: list.query.status ?? 'all' })
  const [toDelete, setToDelete] = useState<ChosenRows<Row>>()
  return {
    noun,
    list,
    isTrash: isTrash(list),
    query,
    rows,
    selection,
    toDelete,
    setToDelete,
    ...useRowActions(noun),
  }
}

export type Catalogue<Row extends CatalogueRow> = ReturnType<typeof useCatalogue<Row>>

type Undoable = { action: RowAction; back: RowAction; message: (count: number) => ToastCopy }

/** Changes rows from their list. Each action says how it went and offers to undo it for those that it changed. */
function useRowActions<Row extends CatalogueRow>({ one, many, calls, messages }: RowNoun<Row>) {
  const change = calls.useChange()
  const run = (action: RowAction, choice: Choice, onSuccess: (changed: Changed) => void) =>
    change.mutate(submission({ action, choice }), { onSuccess })
  const runUndoable = ({ action, back, message }: Undoable, choice: Choice, onDone?: () => void) => {
    // A second press would find nothing to change.
    if (change.isPending) return
    run(action, choice, ({ ids }) => {
      onDone?.()
      if (ids.length === 0) return toast(adminMessages.nothingToChange)
      const undo = () =>
        run(back, { ids }, (undone) => {
          const isTooLate = back === 'restoreSome' && undone.ids.length === 0
          toast(isTooLate ? adminMessages.undoneTooLate : messages.restored)
        })
      undoToast(message(ids.length), undo, { rows: keysOf(ids) })
    })
  }
  const keysOf = (ids: number[]) => ids.map((id) => `${many}/${id}`)
  /** Takes rows out of the trash, after which an undo of their deletion has no meaning. */
  const runFinal = (action: RowAction, message: (what: string) => ToastCopy) => {
    return ({ choice, rows: [first] }: ChosenRows<Row>, onDone?: () => void) => {
      if (change.isPending) return
      run(action, choice, ({ ids }) => {
        onDone?.()
        dismissActionsOn(keysOf(ids))
        const name = first ? `“${first.name}”` : `One ${one}`
        toast(message(ids.length === 1 ? name : `${ids.length.toLocaleString('en-US')} ${many}`))
      })
    }
  }
  const activation: Undoable = { action: 'activate', back: 'deactivate', message: messages.activated }
  const deactivation: Undoable = { action: 'deactivate', back: 'activate', message: messages.deactivated }
  const deletion = (name = ''): Undoable => ({
    action: 'removeSome',
    back: 'restoreSome',
    message: (count) => messages.deleted({ count, name }),
  })

  return {
    activate: ({ choice }: Chosen, onDone?: () => void) => runUndoable(activation, choice, onDone),
    deactivate: ({ choice }: Chosen, onDone?: () => void) => runUndoable(deactivation, choice, onDone),
    remove: ({ choice, rows: [first] }: ChosenRows<Row>, onDone?: () => void) =>
      runUndoable(deletion(first?.name), choice, onDone),
    restore: runFinal('restoreSome', adminMessages.restored),
    purge: runFinal('purgeSome', adminMessages.deletedForGood),
  }
}
