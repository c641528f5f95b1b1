import type { PlanEntry } from '../../../../contract/app/planning.ts'
import { fillWithoutReader } from '../../../../contract/audience/merge-fields.ts'
import { Link } from '../../../lib/router.tsx'
import { Menu, MenuItem } from '../../kit/menu.tsx'
import { newsletterHref, newsletterSendHref } from '../../newsletters/newsletter-hrefs.ts'
import { preloadEditor } from '../../text-editor.tsx'

/** A public post and a sent newsletter stay where they are; a newsletter that goes out with its post follows that. */
const isMovable = ({ state, isWithPost }: PlanEntry) => state === 'idea' || (state === 'scheduled' && !isWithPost)

export const keyOf = ({ kind, id }: PlanEntry) => `${kind}-${id}`

export function nameOf({ kind, title }: PlanEntry): string {
  return (kind === 'newsletter' ? fillWithoutReader(title) : title).trim() || 'Untitled'
}

const hrefOf = ({ kind, id, state }: PlanEntry) =>
  kind === 'post' ? `/admin/posts/${id}` : state === 'sent' ? newsletterSendHref(id) : newsletterHref(id)

const tones: Record<PlanEntry['state'], string> = {
  idea: 'border-dashed border-line bg-white',
  scheduled: 'border-accent bg-cream',
  published: 'border-good/40 bg-good-pale',
  sent: 'border-good/40 bg-good-pale',
}

const states: Record<PlanEntry['state'], string> = {
  idea: 'Idea',
  scheduled: 'Scheduled',
  published: 'Public',
  sent: 'Sent',
}

/** `Newsletter, scheduled, 9:00 AM`. */
function describe({ kind, state, at, isWithPost }: PlanEntry, clock: (at: string) => string): string {
  const what = kind === 'newsletter' ? `Newsletter, ${states[state].toLowerCase()}` : states[state]
  return `${what}${isWithPost ? ' with its post' : ''}${at ? `, ${clock(at)}` : ''}`
}

export type PlanActions = {
  clock: (at: string) => string
  /** Opens the dialog that chooses another day. */
  onChooseDay: (entry: PlanEntry) => void
  /** Moves by days. */
  onMoveBy: (entry: PlanEntry, days: number) => void
  onRemoveDay: (entry: PlanEntry) => void
}

type PlanItemProps = { entry: PlanEntry; actions: PlanActions; onDrag?: (entry: PlanEntry | undefined) => void }

/** A post or a newsletter of a day, with a menu that does what dragging does. */
export function PlanItem({ entry, actions, onDrag }: PlanItemProps) {
  const canDrag = onDrag !== undefined && isMovable(entry)
  return (
    <li
      data-entry={keyOf(entry)}
      draggable={canDrag || undefined}
      onDragStart={
        canDrag
          ? (event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', nameOf(entry))
              onDrag(entry)
            }
          : undefined
      }
      onDragEnd={canDrag ? () => onDrag(undefined) : undefined}
      className={`flex items-start gap-1 rounded-lg border pl-2 text-sm ${tones[entry.state]} ${canDrag ? 'cursor-grab' : ''}`}
    >
      <div className="min-w-0 grow py-1 pr-2">
        <Link
          href={hrefOf(entry)}
          dir="auto"
          // The item is dragged, not its link.
          draggable={false}
          onMouseOver={preloadEditor}
          className="line-clamp-3 wrap-anywhere font-semibold underline-offset-4 hover:underline"
        >
          {nameOf(entry)}
        </Link>
        <p className="text-xs text-ink-soft">{describe(entry, actions.clock)}</p>
      </div>
      {isMovable(entry) && (
        <Menu label={`Actions for ${nameOf(entry)}`}>
          <MenuItem onSelect={() => actions.onChooseDay(entry)}>Move to…</MenuItem>
          <MenuItem onSelect={() => actions.onMoveBy(entry, -1)}>One day earlier</MenuItem>
          <MenuItem onSelect={() => actions.onMoveBy(entry, 1)}>One day later</MenuItem>
          <MenuItem onSelect={() => actions.onMoveBy(entry, 7)}>One week later</MenuItem>
          {entry.state === 'idea' && (
            <MenuItem onSelect={() => actions.onRemoveDay(entry)}>Take it off the calendar</MenuItem>
          )}
        </Menu>
      )}
    </li>
  )
}
