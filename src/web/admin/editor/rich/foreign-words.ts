import { type Editor, Mark } from '@tiptap/core'
import { languageTag } from '../../../../contract/accounts/region.ts'

/** Words in another language than the text, which screen readers and braille displays then read by its rules. */
export const ForeignWords = Mark.create({
  name: 'foreignWords',
  addAttributes: () => ({ lang: { default: null, parseHTML: ({ lang }) => languageTag(lang) ?? null } }),
  parseHTML: () => [{ tag: 'span[lang]', getAttrs: ({ lang }) => (languageTag(lang) === undefined ? false : null) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** The language of the words at the cursor; undefined for that of the text. */
export function languageAt(editor: Editor): string | undefined {
  return (editor.getAttributes('foreignWords').lang as string | null | undefined) ?? undefined
}

/** Marks the selected words, or those that are marked around the cursor, or what is typed next; undefined removes the mark. */
export function setLanguage(editor: Editor, lang: string | undefined): void {
  const chain = editor.chain().focus()
  const words = languageAt(editor) === undefined ? chain : chain.extendMarkRange('foreignWords')
  if (lang === undefined) words.unsetMark('foreignWords').run()
  else words.setMark('foreignWords', { lang }).run()
}
