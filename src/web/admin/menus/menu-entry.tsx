import { ArrowDown, ArrowUp, Eye, EyeOff, Trash2 } from 'lucide-react'
import { TextField } from '../kit/form-fields.tsx'
import { IconButton } from '../kit/tool-button.tsx'
import type { DraftEntry } from './menu-draft.ts'

type EntryFieldsProps = {
  entry: DraftEntry
  label: string
  href: string | undefined
  labelFault: string | undefined
  targetFault: string | undefined
  onRename: (label: string) => void
}

export function EntryFields({ entry, label, href, labelFault, targetFault, onRename }: EntryFieldsProps) {
  return (
    <div className="min-w-0 grow basis-40">
      <TextField
        optional={false}
        label={label}
        isLabelHidden
        value={entry.label}
        error={labelFault}
        onChange={(event) => onRename(event.target.value)}
      />
      <p className="mt-1 px-1 text-sm text-ink-soft wrap-anywhere">
        {href ?? <strong className="text-alert-deep">What it led to is gone or not public: not drawn</strong>}
        {entry.isHidden && ' · Hidden'}
      </p>
      {targetFault && <p className="px-1 text-sm font-medium text-alert-deep">{targetFault}</p>}
    </div>
  )
}

export type EntryActions = {
  step: (by: -1 | 1) => void
  patch: (change: Partial<DraftEntry>) => void
  remove: () => void
}

type EntryButtonsProps = { entry: DraftEntry; isFirst: boolean; isLast: boolean; actions: EntryActions }

export function EntryButtons({ entry: { label, isHidden }, isFirst, isLast, actions }: EntryButtonsProps) {
  const Visibility = isHidden ? EyeOff : Eye
  return (
    <>
      <div className="flex shrink-0">
        <IconButton label={`Move ${label} up`} data-move="-1" disabled={isFirst} onClick={() => actions.step(-1)}>
          <ArrowUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Move ${label} down`} data-move="1" disabled={isLast} onClick={() => actions.step(1)}>
          <ArrowDown aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={isHidden ? `Show ${label}` : `Hide ${label}`}
          onClick={() => actions.patch({ isHidden: !isHidden })}
        >
          <Visibility aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Remove ${label}`} danger onClick={actions.remove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </>
  )
}
