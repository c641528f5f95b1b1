import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { blockReferencesQuery, type ReferenceKind } from '../../../data/owner/block-references.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'

type ReferencePickerProps = {
  kind: ReferenceKind
  title: string
  onChoose: (id: number) => void
  onClose: () => void
}

/** Chooses a routine or an ingredient by a search. */
export function ReferencePicker({ kind, title, onChoose, onClose }: ReferencePickerProps) {
  const [q, setQ] = useState('')
  const term = useDeferredValue(q.trim())
  const list = useQuery({ ...blockReferencesQuery(kind, term || undefined), placeholderData: (before) => before })
  const { data, isPending } = list
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <TextField
        label={kind === 'routine' ? 'Find a routine' : 'Find an ingredient'}
        type="search"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        onKeyDown={(event) => {
          // Enter would submit the post's form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div className="mt-3 min-h-72">
        {isPending && <Skeleton className="h-72 w-full" />}
        <LoadFailure query={list}>{`The ${kind}s could not be loaded.`}</LoadFailure>
        {data?.length === 0 && (
          <p className="p-3 text-ink-soft">
            {term
              ? 'Nothing matches.'
              : `There are no ${kind}s yet. Create one in the ${kind === 'routine' ? 'Routines' : 'Ingredients'} tab.`}
          </p>
        )}
        <ul className="space-y-1">
          {data?.map(({ id, name, summary, isActive }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex w-full items-center gap-3 rounded-lg p-2 text-left hover:bg-cream"
              >
                <span className="min-w-0 grow">
                  <span dir="auto" className="line-clamp-1 font-medium wrap-anywhere">
                    {name}
                  </span>
                  <span className="line-clamp-1 text-sm text-ink-soft wrap-anywhere">{summary}</span>
                </span>
                {!isActive && <StatusBadge tone="quiet">Inactive</StatusBadge>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
