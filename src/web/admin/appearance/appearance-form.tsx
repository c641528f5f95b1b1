import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { AppearanceConflict, AppearanceInput, EditableAppearance } from '../../../contract/accounts/appearance.ts'
import { palettes } from '../../../contract/accounts/palettes.ts'
import { accentNotes, coloursOf, contrasts, MARK_CONTRAST, TEXT_CONTRAST } from '../../../contract/accounts/theme.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveAppearance } from '../../data/owner/appearance.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { ImageChoices } from './image-choices.tsx'
import type { ThemeFieldProps } from './theme-fields.tsx'
import { CornersField, DarkField, PaletteField, TypeField } from './theme-fields.tsx'
import { ThemePreview } from './theme-preview.tsx'

type AppearanceFormProps = { current: EditableAppearance; onSaved: (saved: EditableAppearance) => void }

/** The theme that the specification describes. */
const defaultTheme = { palette: 'honey', type: 'editorial', accent: '', corners: 'round', dark: false } as const

export function AppearanceForm(props: AppearanceFormProps) {
  const place = useRef<HTMLFormElement>(null)
  const { base, draft, conflict, isDirty, isSaving, begin, change, submit } = useThemeDraft(props, place)
  const leave = useLeaveGuard(isDirty, 'Your changes of the appearance are not saved yet. They will be lost.')
  const discard = () => {
    begin(base)
    place.current?.focus({ preventScroll: true })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(base.version)
  }

  return (
    <form ref={place} tabIndex={-1} aria-label="Appearance" onSubmit={handleSubmit}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <ThemeFieldset isDisabled={isSaving} draft={draft} onChange={change} />
        <div className="min-w-0 space-y-4 xl:sticky xl:top-4">
          <ThemePreview theme={draft} />
          <ContrastReport theme={draft} />
        </div>
      </div>
      {conflict && (
        <ConflictNotice
          showLabel="Show the other"
          className="mt-6"
          onShow={() => begin(conflict)}
          onSave={() => submit(conflict.version)}
        >
          The appearance was changed in another window. Yours is still here.
        </ConflictNotice>
      )}
      {isDirty && <SaveBar isSaving={isSaving} onDiscard={discard} className="mt-6 rounded-card border shadow-card" />}
      {leave.dialog}
    </form>
  )
}

/** The theme while it is edited. `submit` saves it over a version; `begin` starts from another one. */
function useThemeDraft({ current, onSaved }: AppearanceFormProps, place: RefObject<HTMLFormElement | null>) {
  const save = useSaveAppearance()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(current.appearance)
  const [conflict, setConflict] = useState<EditableAppearance>()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.appearance)

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
  return { base, draft, conflict, isDirty, isSaving: save.isPending, begin, change, submit }
}

function ThemeFieldset({ isDisabled, ...fields }: ThemeFieldProps & { isDisabled: boolean }) {
  return (
    <fieldset disabled={isDisabled} className="min-w-0 space-y-6">
      <Panel
        title="Colours and type"
        actions={
          <ToolButton tone="quiet" onClick={() => fields.onChange(defaultTheme)}>
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
  )
}

/** The accent of the palette, or one of the owner's own; what that means for texts stands below it. */
function AccentField({ draft: { palette, accent }, onChange }: ThemeFieldProps) {
  /** Text that was typed and is not a colour yet. */
  const [typed, setTyped] = useState<string>()
  const current = accent || palettes[palette].light.accent
  const type = (text: string) => {
    const colour = text.trim().toLowerCase()
    const isColour = /^#[0-9a-f]{6}$/.test(colour)
    setTyped(isColour ? undefined : text)
    if (isColour) onChange({ accent: colour })
  }
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          optional={false}
          label="Accent colour"
          value={typed ?? current}
          error={typed === undefined ? undefined : 'Please enter a colour such as #d4a373'}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
          spellCheck={false}
          className="grow"
        />
        <input
          type="color"
          aria-label="Pick the accent colour"
          value={current}
          onChange={(event) => type(event.target.value)}
          className="h-10 w-14 cursor-pointer rounded-lg border border-edge bg-white p-1"
        />
      </div>
      {accent !== '' && (
        <>
          <ul className="mt-2 space-y-1 text-sm text-ink-soft">
            {accentNotes(palette, accent).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          <ToolButton tone="quiet" className="-ml-2 px-2" onClick={() => onChange({ accent: '' })}>
            Use the palette’s accent
          </ToolButton>
        </>
      )}
    </div>
  )
}

/** Whether each text of the theme can be read on each surface, and each border of a control seen. */
function ContrastReport({ theme: { palette, accent, dark } }: { theme: AppearanceInput }) {
  const schemes = dark ? (['light', 'dark'] as const) : (['light'] as const)
  const pairs = schemes.flatMap((scheme) => contrasts(coloursOf(palette, accent, scheme)))
  const texts = pairs.filter(({ least }) => least === TEXT_CONTRAST)
  const marks = pairs.filter(({ least }) => least === MARK_CONTRAST)
  const lowest = (list: typeof pairs) => Math.min(...list.map(({ ratio }) => ratio)).toFixed(1)
  const failed = pairs.filter(({ ratio, least }) => ratio < least)
  return (
    <div role="status" className="text-sm text-ink-soft">
      {failed.length === 0 ? (
        <p>
          All {texts.length} pairs of text and surface meet WCAG AA: the lowest contrast is {lowest(texts)}:1, and{' '}
          {lowest(marks)}:1 for the borders of fields.
        </p>
      ) : (
        <ul className="text-alert-deep">
          {failed.map(({ colour, surface, ratio, least }) => (
            <li key={`${colour} ${surface}`}>
              {colour} on {surface} could not be {least === TEXT_CONTRAST ? 'read' : 'seen'}: {ratio.toFixed(1)}:1
              instead of {least}:1.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
