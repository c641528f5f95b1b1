import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AppearanceConflict, AppearanceInput, EditableAppearance } from '../../../contract/accounts/appearance.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveAppearance } from '../../data/owner/appearance.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Panel } from '../kit/panel.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { AccentField } from './accent-field.tsx'
import { ContrastReport } from './contrast-report.tsx'
import { ImageChoices } from './image-choices.tsx'
import { CornersField, DarkField, PaletteField, TypeField } from './theme-fields.tsx'
import { ThemePreview } from './theme-preview.tsx'

type AppearanceFormProps = { current: EditableAppearance; onSaved: (saved: EditableAppearance) => void }

/** The theme that the specification describes. */
const defaultTheme = { palette: 'honey', type: 'editorial', accent: '', corners: 'round', dark: false } as const

export function AppearanceForm({ current, onSaved }: AppearanceFormProps) {
  const save = useSaveAppearance()
  const place = useRef<HTMLFormElement>(null)
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(current.appearance)
  const [conflict, setConflict] = useState<EditableAppearance>()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.appearance)
  const leave = useLeaveGuard(isDirty, 'Your changes of the appearance are not saved yet. They will be lost.')

  const begin = (next: EditableAppearance) => {
    setBase(next)
    setDraft(next.appearance)
    setConflict(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a newly loaded appearance only, not for choices
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const change = (changes: Partial<AppearanceInput>) => setDraft((previous) => ({ ...previous, ...changes }))
  const submit = (version: number) =>
    save.mutate(submission({ body: draft, version }), {
      onSuccess: (saved) => {
        begin(saved)
        onSaved(saved)
        toast(adminMessages.appearanceSaved)
        // The bar with the focused button is gone.
        place.current?.focus({ preventScroll: true })
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setConflict((error.body as AppearanceConflict).current)
        else toast(adminMessages.appearanceFailed(error.message))
      },
    })
  const discard = () => {
    begin(base)
    place.current?.focus({ preventScroll: true })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(base.version)
  }
  const fields = { draft, onChange: change }

  return (
    <form ref={place} tabIndex={-1} aria-label="Appearance" onSubmit={handleSubmit}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <fieldset disabled={save.isPending} className="min-w-0 space-y-6">
          <Panel
            title="Colours and type"
            actions={
              <ToolButton tone="quiet" onClick={() => change(defaultTheme)}>
                Reset to default
              </ToolButton>
            }
          >
            <div className="space-y-6">
              <PaletteField {...fields} />
              <AccentField {...fields} />
              <TypeField {...fields} />
              <CornersField {...fields} />
              <DarkField {...fields} />
            </div>
          </Panel>
          <Panel title="Logo and pictures">
            <ImageChoices {...fields} />
          </Panel>
        </fieldset>
        <div className="min-w-0 space-y-4 xl:sticky xl:top-4">
          <ThemePreview theme={draft} />
          <ContrastReport theme={draft} />
        </div>
      </div>
      {conflict && (
        <StatusMessage tone="error" className="mt-6">
          The appearance was changed in another window. Yours is still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => begin(conflict)}>Show the other</ToolButton>
            <ToolButton tone="primary" onClick={() => submit(conflict.version)}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
      {isDirty && (
        <SaveBar isSaving={save.isPending} onDiscard={discard} className="mt-6 rounded-card border shadow-card" />
      )}
      {leave.dialog}
    </form>
  )
}
