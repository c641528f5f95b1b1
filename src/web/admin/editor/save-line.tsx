import { Check, CloudOff, LoaderCircle, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldValue, useRejection } from './post-form.ts'
import { refusalOfSave } from './save-verb.tsx'
import type { PostEditing } from './use-post-editing.ts'

export type SaveLineProps = {
  /** The id of the text. */
  id: string
  editing: PostEditing
  /** Compares the versions of a conflict. */
  onResolve: () => void
  /** Compares the working copy with what is published. */
  onCompare: () => void
  onDiscard: () => void
}

/** The save status. Screen readers announce saves and failures, but not each autosave. */
export function SaveLine(props: SaveLineProps) {
  const refusal = useRefusal(props.editing)
  const { tone, icon, text, action, isQuiet } = describe(props, refusal)
  return (
    <div
      className={`flex min-h-10 min-w-0 flex-1 basis-28 items-center gap-x-3 text-sm max-sm:basis-full max-sm:text-xs max-sm:leading-tight ${tone}`}
    >
      <p
        id={props.id}
        role="status"
        aria-live={isQuiet ? 'off' : 'polite'}
        className="flex min-w-0 items-center gap-2 max-sm:max-h-10 max-sm:overflow-y-auto"
      >
        {icon}
        <span className="min-w-0">{text}</span>
      </p>
      {action}
    </div>
  )
}

/** Names what keeps the last save from publishing, until its fields are in order. */
function useRefusal({ form, stored, kind }: PostEditing): string | undefined {
  const publishedAt = useFieldValue(form, 'publishedAt')
  const rejection = useRejection(form)
  const savedAt = stored?.publishedAt ?? null
  const refusal = refusalOfSave({ publishedAt, savedAt, keepVerb: kind.keepVerb, now: new Date() })
  if (!rejection || !refusal) return undefined
  const { message, count } = rejection
  return `${refusal} – ${message}${count > 1 ? ` (1 of ${count})` : ''}`
}

type Description = { tone: string; icon?: ReactNode; text: string; action?: ReactNode; isQuiet?: boolean }

const errorTone = 'font-medium text-alert-deep'
const quietTone = 'text-ink-soft'

function describe(
  { editing, onResolve, onCompare, onDiscard }: Omit<SaveLineProps, 'id'>,
  refusal: string | undefined,
): Description {
  const { status, retryNow, hasWorkingCopy } = editing
  switch (status.kind) {
    case 'saving':
      return {
        tone: quietTone,
        icon: <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />,
        text: 'Saving...',
      }
    case 'failed':
      return {
        tone: errorTone,
        icon: <Off />,
        text: failures[status.why],
        action: <LineButton onClick={retryNow}>Try again now</LineButton>,
      }
    case 'refused':
      return {
        tone: errorTone,
        icon: <Off />,
        text: `Not saved – ${status.error.body.message ?? status.error.message}`,
      }
    case 'conflict':
      return {
        tone: errorTone,
        icon: <Off />,
        text: `Not saved – this ${editing.kind.noun} was saved elsewhere.`,
        action: <LineButton onClick={onResolve}>Compare</LineButton>,
      }
    case 'autosaving':
    case 'idle':
      return {
        ...(refusal ? { tone: errorTone, icon: <Off />, text: refusal } : describeText(editing)),
        action: hasWorkingCopy && (
          <>
            <LineButton onClick={onCompare}>Compare</LineButton>
            <LineButton onClick={onDiscard}>Discard</LineButton>
          </>
        ),
      }
  }
}

function describeText({ kind, isUnsaved, id, autosave, hasWorkingCopy, isAutosaved }: PostEditing): Description {
  if (isUnsaved && autosave.hasFailed()) {
    return { tone: errorTone, text: 'Unsaved changes. This browser cannot keep a copy of them: please save often.' }
  }
  if (isUnsaved) {
    return { tone: quietTone, icon: <Pencil />, text: 'Unsaved changes, kept in this browser', isQuiet: true }
  }
  if (hasWorkingCopy) return { tone: quietTone, icon: <Done />, text: 'Unpublished changes saved', isQuiet: true }
  if (isAutosaved) return { tone: quietTone, icon: <Done />, text: 'Saved as draft', isQuiet: true }
  return id === undefined
    ? {
        tone: quietTone,
        text: `A new ${kind.noun}${kind.NextStep ? '. Write something first to review and send it' : ''}`,
      }
    : { tone: quietTone, icon: <Done />, text: 'All changes saved' }
}

const failures = {
  offline: 'Not saved – no connection. Trying again…',
  server: 'Not saved – the server has a problem. Trying again…',
  'signed-out': 'Not saved – you are signed out.',
}

function Done() {
  return <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
}

function Off() {
  return <CloudOff aria-hidden="true" className="size-4 shrink-0" />
}

function Pencil() {
  return <PencilLine aria-hidden="true" className="size-4 shrink-0" />
}

function LineButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="min-h-10 shrink-0 font-semibold underline underline-offset-4">
      {children}
    </button>
  )
}
