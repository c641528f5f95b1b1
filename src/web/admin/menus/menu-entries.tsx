import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MenuDestination } from '../../../contract/content/menus.ts'
import { TextField } from '../kit/form-fields.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { type DraftEntry, hrefOf, moved, toDraftEntry } from './menu-draft.ts'

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
  const [isAdding, setIsAdding] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()
  /** Where the dragged entry would go. */
  const [target, setTarget] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const focusAfter = useRef<string>(undefined)
  const fault = faultOf('')

  const move = (from: number, to: number) => {
    if (to < 0 || to >= entries.length || from === to) return
    setAnnouncement(`${entries[from]!.label} is number ${to + 1} of ${entries.length}`)
    onChange(moved(entries, from, to))
  }
  const step = (from: number, by: -1 | 1) => {
    focusAfter.current = `[data-key="${entries[from]!.key}"] [data-move="${by}"]`
    move(from, from + by)
  }
  const patch = (index: number, change: Partial<DraftEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)))
  const remove = (index: number) => {
    setAnnouncement(`${entries[index]!.label} is removed`)
    focusAfter.current = '[data-add]'
    onChange(entries.filter((_, at) => at !== index))
  }

  // A moved row loses the focus; at either end the button of the other direction gets it.
  useLayoutEffect(() => {
    const wanted = focusAfter.current
    if (!wanted) return
    focusAfter.current = undefined
    const button = list.current?.parentElement?.querySelector<HTMLButtonElement>(wanted)
    const other = button?.disabled
      ? button.parentElement?.querySelector<HTMLButtonElement>('[data-move]:enabled')
      : null
    ;(other ?? button)?.focus()
  })

  return (
    <div>
      {entries.length === 0 && <p className="mb-3 text-sm text-ink-soft">This menu has no entries and is not drawn.</p>}
      <ol ref={list} aria-label={name} className="space-y-2">
        {entries.map((entry, index) => {
          const href = hrefOf(entry, destinations)
          return (
            <li
              key={entry.key}
              data-key={entry.key}
              className={`flex flex-wrap items-start gap-x-2 gap-y-1 rounded-lg border border-line bg-paper p-2 sm:flex-nowrap ${dragged === index ? 'opacity-60' : ''} ${target === index && dragged !== index ? 'outline-2 outline-accent-deep' : ''}`}
            >
              <span
                aria-hidden="true"
                title="Drag to move"
                onPointerDown={(event) => {
                  event.preventDefault()
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setDragged(index)
                }}
                onPointerMove={(event) => {
                  if (dragged !== undefined) setTarget(indexAt(event, entries))
                }}
                onPointerUp={() => {
                  if (dragged !== undefined && target !== undefined) move(dragged, target)
                }}
                onLostPointerCapture={() => {
                  setDragged(undefined)
                  setTarget(undefined)
                }}
                data-handle
                className="grid size-10 shrink-0 cursor-grab touch-none place-items-center text-ink-faint"
              >
                <GripVertical className="size-5" />
              </span>
              <div className="min-w-0 grow basis-40">
                <TextField
                  label={`Name of entry ${index + 1} in ${name}`}
                  isLabelHidden
                  value={entry.label}
                  error={faultOf(`${index}.label`)}
                  onChange={(event) => patch(index, { label: event.target.value })}
                />
                <p className="mt-1 px-1 text-sm text-ink-soft wrap-anywhere">
                  {href ?? <strong className="text-alert-deep">What it led to is gone or not public: not drawn</strong>}
                  {entry.isHidden && ' · Hidden'}
                </p>
                {faultOf(`${index}.target.href`) && (
                  <p className="px-1 text-sm font-medium text-alert-deep">{faultOf(`${index}.target.href`)}</p>
                )}
              </div>
              <div className="flex shrink-0">
                <IconButton
                  label={`Move ${entry.label} up`}
                  data-move="-1"
                  disabled={index === 0}
                  onClick={() => step(index, -1)}
                >
                  <ArrowUp aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={`Move ${entry.label} down`}
                  data-move="1"
                  disabled={index === entries.length - 1}
                  onClick={() => step(index, 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-5" />
                </IconButton>
              </div>
              <div className="flex shrink-0">
                <IconButton
                  label={entry.isHidden ? `Show ${entry.label}` : `Hide ${entry.label}`}
                  onClick={() => patch(index, { isHidden: !entry.isHidden })}
                >
                  {entry.isHidden ? (
                    <EyeOff aria-hidden="true" className="size-5" />
                  ) : (
                    <Eye aria-hidden="true" className="size-5" />
                  )}
                </IconButton>
                <IconButton label={`Remove ${entry.label}`} danger onClick={() => remove(index)}>
                  <Trash2 aria-hidden="true" className="size-5" />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ol>
      {fault && <p className="mt-2 text-sm font-medium text-alert-deep">{fault}</p>}
      <ToolButton data-add className="mt-3" onClick={() => setIsAdding(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Add an entry<span className="sr-only"> to {name}</span>
      </ToolButton>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {isAdding && (
        <AddEntryDialog
          menu={name}
          onClose={() => setIsAdding(false)}
          onAdd={(destination) => {
            setIsAdding(false)
            onPicked(destination)
            onChange([
              ...entries,
              toDraftEntry({ label: destination.name, target: destination.target, isHidden: false }),
            ])
          }}
        />
      )}
    </div>
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
