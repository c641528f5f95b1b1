import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  defaultMenus,
  type EditableMenus,
  type MenuDestination,
  type Menus,
  type MenusConflict,
  targetKey,
} from '../../../contract/content/menus.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveMenus } from '../../data/owner/menus.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { CheckboxField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { byTarget, faultsOf, type MenuName, type MenusDraft, toDraft, toMenus } from './menu-draft.ts'
import { MenuEntries } from './menu-entries.tsx'
import { MenuPreview } from './menu-preview.tsx'

const menus: { name: MenuName; title: string; description: string }[] = [
  { name: 'header', title: 'Header', description: 'At the top of every page, and in the menu on phones.' },
  { name: 'quickLinks', title: 'Quick Links', description: 'In the footer.' },
  { name: 'legal', title: 'Legal links', description: 'In the last line of the footer.' },
]

type MenusFormProps = { current: EditableMenus; onSaved: (saved: EditableMenus) => void }

/** Edits the menus; a save is live at once. */
export function MenusForm(props: MenusFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { base, draft, faults, conflict, isDirty, isSaving, ...edit } = useMenusDraft(props, form)
  const leave = useLeaveGuard(isDirty, 'Your changes of the menus are not saved yet. They will be lost.')
  const discard = () => {
    edit.begin(base)
    form.current?.focus({ preventScroll: true })
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label="Menus"
      className="space-y-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        edit.submit(base.version)
      }}
    >
      <MenuPanels draft={draft} faults={faults} destinations={base.destinations} onChange={edit.change} />
      {conflict && (
        <ConflictNotice
          showLabel="Show the others"
          onShow={() => edit.begin(conflict)}
          onSave={() => edit.submit(conflict.version)}
        >
          The menus were changed in another window. Yours are still here.
        </ConflictNotice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ToolButton
          disabled={isSaving || !isDifferent(toMenus(draft), defaultMenus)}
          onClick={() => edit.setDraft(toDraft(defaultMenus))}
        >
          Reset to default
        </ToolButton>
      </div>
      {isDirty && <SaveBar isSaving={isSaving} onDiscard={discard} className="rounded-card border shadow-card" />}
      {leave.dialog}
    </form>
  )
}

/** The menus while they are edited. `submit` saves them over a version; `begin` starts from others. */
function useMenusDraft({ current, onSaved }: MenusFormProps, form: RefObject<HTMLFormElement | null>) {
  const save = useSaveMenus()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => toDraft(current.menus))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<EditableMenus>()
  const isDirty = isDifferent(toMenus(draft), base.menus)

  const begin = (next: EditableMenus) => {
    setBase(next)
    setDraft(toDraft(next.menus))
    setFaults({})
    setConflict(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for newly loaded menus only, not for typing
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const change = (next: MenusDraft) => {
    setDraft(next)
    // A fault that was shown goes as soon as it is mended.
    if (Object.keys(faults).length > 0) setFaults(faultsOf(toMenus(next)))
  }
  const submit = (version: number) => {
    const body = toMenus(draft)
    const found = faultsOf(body)
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstFault(form.current)
    save.mutate(submission({ body, version }), {
      onSuccess: (saved) => {
        begin(saved)
        onSaved(saved)
        toast(adminMessages.menusSaved)
        form.current?.focus({ preventScroll: true })
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setConflict((error.body as MenusConflict).current)
        else toast(adminMessages.menusFailed(messageOf(error)))
      },
    })
  }
  const { isPending: isSaving } = save
  return { base, draft, faults, conflict, isDirty, isSaving, begin, change, setDraft, submit }
}

type MenuPanelsProps = {
  draft: MenusDraft
  /** Sentences by place, such as `header.2.label`. */
  faults: Record<string, string>
  destinations: MenuDestination[]
  onChange: (draft: MenusDraft) => void
}

/** The preview of the menus, and a panel for the entries of each. */
function MenuPanels({ draft, faults, destinations, onChange }: MenuPanelsProps) {
  const [picked, setPicked] = useState<MenuDestination[]>([])
  const known = byTarget([...destinations, ...picked])
  return (
    <>
      <MenuPreview draft={draft} destinations={known} />
      {menus.map(({ name, title, description }) => (
        <Panel key={name} title={title} description={description}>
          <MenuEntries
            name={title}
            entries={draft[name]}
            destinations={known}
            faultOf={(place) => faults[place === '' ? name : `${name}.${place}`]}
            onChange={(entries) => onChange({ ...draft, [name]: entries })}
            onPicked={(destination) => setPicked((all) => [...all, destination])}
          />
          {name === 'quickLinks' && (
            <CheckboxField
              label="List the categories in the footer"
              className="mt-4 border-t border-line pt-4"
              checked={draft.showsCategories}
              onChange={(event) => onChange({ ...draft, showsCategories: event.target.checked })}
            />
          )}
        </Panel>
      ))}
    </>
  )
}

function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

function isDifferent(one: Menus, other: Menus): boolean {
  const text = ({ header, quickLinks, legal, showsCategories }: Menus) =>
    JSON.stringify([
      ...[header, quickLinks, legal].map((entries) =>
        entries.map(({ label, target, isHidden }) => [label, targetKey(target), isHidden]),
      ),
      showsCategories,
    ])
  return text(one) !== text(other)
}
