import { useState } from 'react'
import {
  defaultMenus,
  type EditableMenus,
  type MenuDestination,
  type Menus,
  targetKey,
} from '../../../contract/content/menus.ts'
import { useSaveMenus } from '../../data/owner/menus.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { CheckboxField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useVersionedEdit, VersionedForm } from '../kit/versioned-form.tsx'
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
export function MenusForm({ current, onSaved }: MenusFormProps) {
  const edit = useVersionedEdit({
    current,
    onSaved,
    toDraft: ({ menus }: EditableMenus) => toDraft(menus),
    toBody: toMenus,
    faultsOf,
    isSame,
    save: useSaveMenus(),
    savedToast: adminMessages.menusSaved,
    failedToast: adminMessages.menusFailed,
  })
  const { base, draft, faults, isSaving, change } = edit
  return (
    <VersionedForm
      edit={edit}
      label="Menus"
      leaveText="Your changes of the menus are not saved yet. They will be lost."
      conflictText="The menus were changed in another window. Yours are still here."
    >
      <MenuPanels draft={draft} faults={faults} destinations={base.destinations} onChange={change} />
      <ToolButton
        disabled={isSaving || isSame(toMenus(draft), defaultMenus)}
        onClick={() => change(toDraft(defaultMenus))}
      >
        Reset to default
      </ToolButton>
    </VersionedForm>
  )
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

function isSame(one: Menus, other: Menus): boolean {
  const text = ({ header, quickLinks, legal, showsCategories }: Menus) =>
    JSON.stringify([
      ...[header, quickLinks, legal].map((entries) =>
        entries.map(({ label, target, isHidden }) => [label, targetKey(target), isHidden]),
      ),
      showsCategories,
    ])
  return text(one) === text(other)
}
