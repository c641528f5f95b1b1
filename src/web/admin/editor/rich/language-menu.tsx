import type { Editor } from '@tiptap/core'
import { ChevronDown, Languages } from 'lucide-react'
import { useId, useState } from 'react'
import { LANGUAGE_RULE, languageName, languages, languageTag } from '../../../../contract/accounts/region.ts'
import { TextField } from '../../kit/form-fields.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/menu.tsx'
import type { OpenDialog } from './blocks/editor-block.ts'
import { languageAt, setLanguage } from './foreign-words.ts'
import { InsertDialog } from './insert-dialog.tsx'

/** In which names of products and of what is in them are often written. */
const common = ['fr', 'ko', 'ja', 'de', 'es', 'it', 'la', 'zh']

type LanguageMenuProps = { editor: Editor; current: string | undefined; onOpen: (dialog: OpenDialog) => void }

/** Marks the selected words as another language. */
export function LanguageMenu({ editor, current, onOpen }: LanguageMenuProps) {
  return (
    <Menu
      label={current ? `Language of the words: ${nameOf(current)}` : 'Language of the words'}
      trigger={
        <span className={`flex items-center ${current ? 'text-accent-darker' : ''}`}>
          <Languages aria-hidden="true" className="size-4.5" />
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </span>
      }
    >
      {common.map((tag) => (
        <MenuItem key={tag} onSelect={() => setLanguage(editor, tag)}>
          {nameOf(tag)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onOpen('language')}>Another language</MenuItem>
      <MenuSeparator />
      <MenuItem disabled={!current} onSelect={() => setLanguage(editor, undefined)}>
        As the text
      </MenuItem>
    </Menu>
  )
}

const nameOf = (tag: string) => languageName(tag) ?? tag

/** A field for the code of any language. */
export function LanguageDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [typed, setTyped] = useState(() => languageAt(editor) ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const listId = useId()
  const apply = () => {
    const lang = languageTag(typed)
    if (!lang) return setIsRefused(true)
    onClose()
    setLanguage(editor, lang)
  }
  return (
    <InsertDialog what="a language" isNew={false} onApply={apply} onClose={onClose} size="small">
      <TextField
        optional={false}
        label="Language"
        hint="The code of any language, such as da, pt-BR or zh-Hant."
        value={typed}
        error={isRefused ? LANGUAGE_RULE : undefined}
        list={listId}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsRefused(false)
        }}
      />
      <datalist id={listId}>
        {languages.map((tag) => (
          <option key={tag} value={tag} label={nameOf(tag)} />
        ))}
      </datalist>
    </InsertDialog>
  )
}
