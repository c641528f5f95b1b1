import { useState } from 'react'
import { editorShortcuts } from '../editor/editor-shortcuts.ts'
import { Dialog } from '../kit/dialog.tsx'
import { CheckboxField } from '../kit/form-fields.tsx'
import { areSingleKeysOn, printKeys, type Shortcut, shortcuts, switchSingleKeys } from '../kit/shortcuts.ts'

const lists: { label: string; shortcuts: Shortcut[] }[] = [
  { label: 'Everywhere', shortcuts: Object.values(shortcuts) },
  { label: 'While you write', shortcuts: Object.values(editorShortcuts) },
  {
    label: 'In a search like “Find or open”',
    shortcuts: [
      { keys: '↑ ↓', label: 'Previous or next result' },
      { keys: 'Home End', label: 'First or last result' },
      { keys: 'Enter', label: 'Open it' },
      { keys: 'Mod+Enter', label: 'Open it in a new tab' },
      { keys: 'Escape', label: 'Close' },
    ],
  },
]

/** The keys of the dashboard and of the editor. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  return (
    <Dialog isOpen title="Keyboard shortcuts" onClose={onClose}>
      <div className="space-y-6">
        {lists.map((list) => (
          <section key={list.label} aria-label={list.label}>
            <h3 className="mb-1 text-lg">{list.label}</h3>
            <dl className="divide-y divide-line">
              {list.shortcuts.map((shortcut) => (
                <div key={shortcut.label} className="flex items-baseline justify-between gap-4 py-2 text-[0.9375rem]">
                  <dt>
                    {shortcut.label}
                    {shortcut.hint && <span className="block text-sm text-ink-soft">{shortcut.hint}</span>}
                  </dt>
                  <dd className="shrink-0">
                    <kbd className="rounded border border-line bg-white px-1.5 py-0.5 font-sans text-sm whitespace-nowrap">
                      {printKeys(shortcut)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <CheckboxField
          label="Shortcuts of one character (?)"
          hint="Switch them off if you speak to your computer, or press keys by accident. It counts in this browser."
          checked={isOn}
          onChange={(event) => {
            setIsOn(event.target.checked)
            switchSingleKeys(event.target.checked)
          }}
        />
      </div>
    </Dialog>
  )
}
