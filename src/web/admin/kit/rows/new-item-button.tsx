import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../admin-messages.ts'
import { ToolButton } from '../tool-button.tsx'

export type NewItemFormProps<Row> = {
  /** The suggested name. */
  name: string
  onSaved: (row: Row) => void
  onClose: () => void
}

type NewItemForm<Row> = (props: NewItemFormProps<Row>) => ReactNode

type NewItemButtonProps<Row> = {
  /** In words: 'product'. */
  one: string
  /** The text of the search, which becomes the name. */
  typed: string
  /** Imports the form, in a dialog of its own. */
  load: () => Promise<NewItemForm<Row>>
  onCreated: (row: Row) => void
}

/** The last line of a dialog with a search: creates what is not found, and returns to the dialog with it. */
export function NewItemButton<Row>({ one, typed, load, onCreated }: NewItemButtonProps<Row>) {
  const [opened, setOpened] = useState<{ Form: NewItemForm<Row>; name: string }>()
  const open = () =>
    load().then(
      (Form) => setOpened({ Form, name: typed.trim() }),
      () => toast(adminMessages.formNotLoaded(one)),
    )
  const close = () => setOpened(undefined)
  const finish = (row: Row) => {
    // The inner dialog returns the focus before the picker is closed.
    flushSync(close)
    onCreated(row)
  }
  return (
    <div className="sticky-bar -bottom-5 -mx-5 -mb-5 flex rounded-b-card border-t border-line bg-paper px-5 py-3">
      <ToolButton onClick={() => void open()}>
        <Plus aria-hidden="true" className="size-4" />
        New {one}
      </ToolButton>
      {/* Forms cannot be nested, and the picker may be in one. */}
      {opened && createPortal(<opened.Form name={opened.name} onSaved={finish} onClose={close} />, document.body)}
    </div>
  )
}
