import { Braces, ChevronDown } from 'lucide-react'
import type { RefObject } from 'react'
import { mergeCodes } from '../../../contract/audience/merge-fields.ts'
import { insertAtCursor, type TextInput } from '../kit/insert-at-cursor.ts'
import { Menu, MenuItem } from '../kit/menu.tsx'

/** A menu of the merge codes with what each prints. */
export function MergeCodeMenu({ onInsert }: { onInsert: (code: string) => void }) {
  return (
    <Menu
      label="Merge code"
      trigger={
        <span className="flex items-center gap-1.5 px-2">
          <Braces aria-hidden="true" className="size-4" />
          Merge code
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </span>
      }
    >
      {mergeCodes.map(({ code, prints }) => (
        <MenuItem key={code} onSelect={() => onInsert(code)}>
          <span className="py-1">
            <span className="block">{prints}</span>
            <code className="block text-xs text-ink-soft">{code}</code>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The menu for a field, at whose cursor it inserts. */
export function FieldMergeCodes({ field }: { field: RefObject<TextInput | null> }) {
  return <MergeCodeMenu onInsert={(code) => field.current && insertAtCursor(field.current, code)} />
}
