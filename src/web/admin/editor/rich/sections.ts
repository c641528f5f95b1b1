import type { Editor } from '@tiptap/core'
import { headingSlug } from '../../../../contract/content/body-markup.ts'

export type Section = { at: number; text: string; id: string }

/** The headings of a text, each with its id, or the one that it gets when a link leads to it. */
export function listSections({ state: { doc } }: Editor): Section[] {
  const taken = new Set<string>()
  const headings: { at: number; text: string; own: string | null }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '') {
      const own = node.attrs.id as string | null
      headings.push({ at, text: node.textContent, own })
      if (own) taken.add(own)
    }
    return !node.isTextblock
  })
  return headings.map(({ at, text, own }) => ({ at, text, id: own ?? freeId(headingSlug(text) || 'section', taken) }))
}

/** Stores the id of a section at its heading, so that links stay when its text changes. */
export function keepSectionId(editor: Editor, { at, id }: Section): void {
  if (editor.state.doc.nodeAt(at)?.attrs.id === id) return
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'id', id))
}

function freeId(base: string, taken: Set<string>): string {
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}
