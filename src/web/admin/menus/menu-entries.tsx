import { GripVertical, Plus } from 'lucide-react'
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { MenuDestination } from '../../../contract/content/menus.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useAnnouncement } from '../kit/use-announcement.tsx'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { type DraftEntry, hrefOf, moved, toDraftEntry } from './menu-draft.ts'
import { type EntryActions, EntryButtons, EntryFields } from './menu-entry.tsx'

type MenuEntriesProps = {
  /** The title of the menu. */
  name: string
  entries: DraftEntry[]
  destinations: ReadonlyMap<string, MenuDestination>
  /** The sentence for a place, such as `2.label`; '' is the menu itself. */
  faultOf: (place: string) => string | undefined
  onChange: (entries: DraftEntry[]) => void
  /** A destination that an entry now leads to. */
  onPicked: (destination: MenuDestination) => void
}

/** The entries of one menu: moved by their handles or by buttons, renamed, hidden, removed and added. */
export function MenuEntries({ name, entries, destinations, faultOf, onChange, onPicked }: MenuEntriesProps) {
  const list = useRef<HTMLOListElement>(null)
  const { region, move, actionsOf } = useEntryActions(entries, onChange, list)
  const drag = useDrag(entries, move)
  const fault = faultOf('')
  const handleAdd = (destination: MenuDestination) => {
    onPicked(destination)
    onChange([...entries, toDraftEntry({ label: destination.name, target: destination.target, isHidden: false })])
  }

  return (
    <div>
      {entries.length === 0 && <p className="mb-3 text-sm text-ink-soft">This menu has no entries and is not drawn.</p>}
      <ol ref={list} aria-label={name} className="space-y-2">
        {entries.map((entry, index) => (
          <li key={entry.key} data-key={entry.key} className={`${row} ${drag.classOf(index)}`}>
            <span {...drag.handlersOf(index)} aria-hidden="true" title="Drag to move" data-handle className={handle}>
              <GripVertical className="size-5" />
            </span>
            <EntryFields
              entry={entry}
              label={`Name of entry ${index + 1} in ${name}`}
              href={hrefOf(entry, destinations)}
              labelFault={faultOf(`${index}.label`)}
              targetFault={faultOf(`${index}.target.href`)}
              onRename={(label) => actionsOf(entry, index).patch({ label })}
            />
            <EntryButtons
              entry={entry}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              actions={actionsOf(entry, index)}
            />
          </li>
        ))}
      </ol>
      {fault && <p className="mt-2 text-sm font-medium text-alert-deep">{fault}</p>}
      <AddEntry menu={name} onAdd={handleAdd} />
      {region}
    </div>
  )
}

const row = 'flex flex-wrap items-start gap-x-2 gap-y-1 rounded-lg border border-line bg-paper p-2 sm:flex-nowrap'
const handle = 'grid size-10 shrink-0 cursor-grab touch-none place-items-center text-ink-faint'

function useEntryActions(
  entries: DraftEntry[],
  onChange: (entries: DraftEntry[]) => void,
  list: RefObject<HTMLOListElement | null>,
) {
  const { announce, region } = useAnnouncement()
  const focusAfter = useFocusAfterMove(list)
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (!entry || to < 0 || to >= entries.length || from === to) return
    announce(`${entry.label} is number ${to + 1} of ${entries.length}`)
    onChange(moved(entries, from, to))
  }
  const actionsOf = (entry: DraftEntry, index: number): EntryActions => ({
    step: (by) => {
      focusAfter.current = `[data-key="${entry.key}"] [data-move="${by}"]`
      move(index, index + by)
    },
    patch: (change) => onChange(entries.map((each) => (each === entry ? { ...entry, ...change } : each))),
    remove: () => {
      announce(`${entry.label} is removed`)
      focusAfter.current = '[data-add]'
      onChange(entries.filter((each) => each !== entry))
    },
  })
  return { region, move, actionsOf }
}

/** The selector of the element that the next rendering focuses: a moved row loses the focus. */
function useFocusAfterMove(list: RefObject<HTMLOListElement | null>) {
  const focusAfter = useRef<string>(undefined)
  useLayoutEffect(() => {
    const wanted = focusAfter.current
    if (!wanted) return
    focusAfter.current = undefined
    const button = list.current?.parentElement?.querySelector<HTMLButtonElement>(wanted)
    // At either end the button of the other direction gets it.
    const other = button?.ariaDisabled
      ? button.parentElement?.querySelector<HTMLButtonElement>('[data-move]:not([aria-disabled])')
      : null
    ;(other ?? button)?.focus()
  })
  return focusAfter
}

function useDrag(entries: DraftEntry[], move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  /** Where the dragged entry would go. */
  const [target, setTarget] = useState<number>()
  return {
    classOf: (index: number) =>
      `${dragged === index ? 'opacity-60' : ''} ${target === index && dragged !== index ? 'outline-2 outline-accent-deep' : ''}`,
    handlersOf: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(index)
      },
      onPointerMove: (event: PointerEvent) => {
        if (dragged !== undefined) setTarget(indexAt(event, entries))
      },
      onPointerUp: () => {
        if (dragged !== undefined && target !== undefined) move(dragged, target)
      },
      onLostPointerCapture: () => {
        setDragged(undefined)
        setTarget(undefined)
      },
    }),
  }
}

function AddEntry({ menu, onAdd }: { menu: string; onAdd: (destination: MenuDestination) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const handleAdd = (destination: MenuDestination) => {
    setIsOpen(false)
    onAdd(destination)
  }
  return (
    <>
      <ToolButton data-add className="mt-3" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Add an entry<span className="sr-only"> to {menu}</span>
      </ToolButton>
      {isOpen && <AddEntryDialog menu={menu} onClose={() => setIsOpen(false)} onAdd={handleAdd} />}
    </>
  )
}

/** The index of the entry below the pointer. */
function indexAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  entries: DraftEntry[],
): number | undefined {
  const key = document.elementFromPoint(clientX, clientY)?.closest('[data-key]')?.getAttribute('data-key')
  const index = entries.findIndex((entry) => String(entry.key) === key)
  return index < 0 ? undefined : index
}
