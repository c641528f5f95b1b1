import type { MenuDestination } from '../../../contract/content/menus.ts'
import { type DraftEntry, hrefOf, type MenusDraft } from './menu-draft.ts'

type MenuPreviewProps = { draft: MenusDraft; destinations: ReadonlyMap<string, MenuDestination> }

/** Shows the menus as visitors will see them, while they are edited. */
export function MenuPreview({ draft, destinations }: MenuPreviewProps) {
  const labels = (entries: DraftEntry[]) =>
    entries.filter((entry) => !entry.isHidden && hrefOf(entry, destinations) !== undefined)
  return (
    <figure aria-label="Preview of the menus" className="overflow-hidden rounded-card border border-line bg-white">
      <div className="border-b border-line bg-paper px-4 py-3">
        <Labels entries={labels(draft.header)} className="flex flex-wrap gap-x-5 gap-y-1 font-semibold" />
      </div>
      <div className="grid gap-4 bg-cream px-4 py-4 text-ink-soft sm:grid-cols-2">
        {draft.showsCategories && (
          <div>
            <p className="font-display text-ink">Categories</p>
            <p>Your categories</p>
          </div>
        )}
        {labels(draft.quickLinks).length > 0 && (
          <div>
            <p className="font-display text-ink">Quick Links</p>
            <Labels entries={labels(draft.quickLinks)} className="space-y-0.5" />
          </div>
        )}
        <Labels
          entries={labels(draft.legal)}
          className="flex flex-wrap gap-x-5 border-t border-line pt-3 text-sm sm:col-span-2"
        />
      </div>
    </figure>
  )
}

function Labels({ entries, className }: { entries: DraftEntry[]; className: string }) {
  if (entries.length === 0) return null
  return (
    <ul className={className}>
      {entries.map(({ key, label }) => (
        <li key={key} dir="auto" className="wrap-anywhere">
          {label}
        </li>
      ))}
    </ul>
  )
}
