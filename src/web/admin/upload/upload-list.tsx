import { Check, RotateCw, X } from 'lucide-react'
import { IconButton } from '../kit/tool-button.tsx'
import { type UploadItem, uploadQueue } from './upload-queue.ts'

/** The queued files with their progress. */
export function UploadList({ items }: { items: readonly UploadItem[] }) {
  return (
    <ul aria-label="Uploads" className="divide-y divide-line">
      {items.map((item) => (
        <UploadRow key={item.id} item={item} />
      ))}
    </ul>
  )
}

function UploadRow({ item }: { item: UploadItem }) {
  const { id, file, state, progress, error } = item
  const isUnfinished = state === 'preparing' || state === 'waiting' || state === 'uploading'
  return (
    <li className="flex min-h-11 items-center gap-2 py-1 pr-1 pl-3">
      <div className="min-w-0 grow">
        <p className="text-sm wrap-anywhere">{file.name}</p>
        {state === 'uploading' ? (
          <UploadBar label={`Upload of ${file.name}`} value={progress} />
        ) : (
          <p className={`text-xs wrap-anywhere ${state === 'failed' ? 'text-alert-deep' : 'text-ink-soft'}`}>
            {error ?? stateLabels[state]}
          </p>
        )}
      </div>
      {state === 'done' && <Check aria-hidden="true" className="mx-2.5 size-5 shrink-0 text-accent-deep" />}
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton label={`Retry ${file.name}`} onClick={() => uploadQueue.retry(id)}>
          <RotateCw aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
      {isUnfinished && (
        <IconButton label={`Cancel ${file.name}`} onClick={() => uploadQueue.cancel(id)}>
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </li>
  )
}

const stateLabels = {
  preparing: 'Preparing…',
  waiting: 'Waiting',
  uploading: 'Uploading…',
  done: 'Uploaded',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export function UploadBar({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="my-1 h-1.5 overflow-hidden rounded-full bg-sand"
    >
      <div className="h-full rounded-full bg-accent-deep" style={{ width: `${percent}%` }} />
    </div>
  )
}
