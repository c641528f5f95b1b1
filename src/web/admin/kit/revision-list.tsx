import { useDates } from './use-dates.ts'

type RevisionListProps = {
  /** Newest first; without `state`, the first is what is saved now. */
  revisions: { id: number; createdAt: string; title: string; detail: string; state?: string }[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

export function RevisionList({ revisions, chosen, onChoose }: RevisionListProps) {
  const dates = useDates()
  if (revisions.length === 0) return <p className="text-ink-soft">There are none yet.</p>
  return (
    <ul className="max-h-96 space-y-1 overflow-y-auto">
      {revisions.map((revision, index) => (
        <li key={revision.id}>
          <button
            type="button"
            aria-pressed={revision.id === chosen}
            onClick={() => onChoose(revision.id)}
            className="w-full rounded-lg px-3.25 py-2.25 text-left text-sm hover:bg-cream aria-pressed:bg-cream"
          >
            <span className="block font-semibold">
              {dates.moment(revision.createdAt)}
              {revision.state === undefined && index === 0 && ' (saved now)'}
            </span>
            <span dir="auto" className="line-clamp-1 wrap-anywhere">
              {revision.title}
            </span>
            <span className="block text-xs text-ink-soft">
              {revision.state && `${revision.state} · `}
              {revision.detail}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
