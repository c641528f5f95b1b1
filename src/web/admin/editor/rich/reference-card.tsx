import { useQuery } from '@tanstack/react-query'
import { FlaskConical, SunMoon, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError } from '../../../data/api.ts'
import {
  type BlockReference,
  blockReferenceQuery,
  blockReferencesQuery,
  type ReferenceKind,
} from '../../../data/owner/block-references.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { NewItemButton, type NewItemFormProps } from '../../kit/rows/new-item-button.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { GoneWarning } from './gone-warning.tsx'

const kinds = {
  routine: {
    label: 'Routine',
    icon: SunMoon,
    loadForm: async () => (await import('../../routines/new-routine-dialog.tsx')).NewRoutineDialog,
  },
  ingredient: {
    label: 'Ingredient card',
    icon: FlaskConical,
    async loadForm() {
      const { IngredientDialog } = await import('../../ingredients/ingredient-dialog.tsx')
      return (props: NewItemFormProps<BlockReference>) => <IngredientDialog ingredient={undefined} {...props} />
    },
  },
}

type ReferenceCardProps = {
  kind: ReferenceKind
  id: number
  isSelected: boolean
  onRemove: () => void
  /** Replaces the routine or the ingredient. */
  onChoose: (id: number) => void
}

/** A routine or an ingredient in the editor, with current data and a warning if readers do not see it. */
export function ReferenceCard({ kind, id, isSelected, onRemove, onChoose }: ReferenceCardProps) {
  const { data: found, error, isPending } = useQuery(blockReferenceQuery(kind, id))
  const [isChoosing, setIsChoosing] = useState(false)
  const isDeleted = error instanceof ApiError && error.status === 404
  const { label, icon: Icon } = kinds[kind]
  return (
    <div
      className={`flex flex-wrap items-center gap-4 rounded-card border border-line bg-white p-3 font-sans text-base leading-normal ${isSelected ? 'selected-block' : ''}`}
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-cream">
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-ink-faint" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-faint">{label}</span>
        <strong dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {found?.name ?? (isPending ? 'Loading...' : `${label} ${id}`)}
        </strong>
        {found && <span className="block text-sm text-ink-soft wrap-anywhere">{found.summary}</span>}
        {found && !found.isActive && <GoneWarning>Inactive: readers do not see this block.</GoneWarning>}
        {isDeleted && <GoneWarning>{`This ${kind} was deleted: readers do not see this block.`}</GoneWarning>}
        {error && !isDeleted && <GoneWarning>{`The ${kind} could not be loaded. The block is kept.`}</GoneWarning>}
      </span>
      <IconButton label={`Remove ${label.toLowerCase()}`} danger onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
      {(isDeleted || found?.isActive === false) && (
        <span className="flex w-full flex-wrap gap-2">
          <ToolButton onClick={() => setIsChoosing(true)}>Choose another</ToolButton>
          <ToolButton tone="danger" onClick={onRemove}>
            Remove
          </ToolButton>
        </span>
      )}
      {/* Outside of the editor, which would take the keys typed in the dialog. */}
      {isChoosing &&
        createPortal(
          <ReferencePicker
            kind={kind}
            title={`Choose another ${kind}`}
            onChoose={(chosen) => {
              setIsChoosing(false)
              onChoose(chosen)
            }}
            onClose={() => setIsChoosing(false)}
          />,
          document.body,
        )}
    </div>
  )
}

type ReferencePickerProps = {
  kind: ReferenceKind
  title: string
  onChoose: (id: number) => void
  onClose: () => void
}

/** Chooses a routine or an ingredient by a search, or creates one. */
export function ReferencePicker({ kind, title, onChoose, onClose }: ReferencePickerProps) {
  const [q, setQ] = useState('')
  const term = useDeferredValue(q.trim())
  const list = useQuery({ ...blockReferencesQuery(kind, term || undefined), placeholderData: (before) => before })
  const { data, isPending } = list
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <TextField
        optional={null}
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
          <p className="p-3 text-ink-soft">{term ? 'Nothing matches.' : `There are no ${kind}s yet.`}</p>
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
      <NewItemButton<BlockReference>
        one={kind}
        typed={q}
        load={kinds[kind].loadForm}
        onCreated={({ id }) => onChoose(id)}
      />
    </Dialog>
  )
}
