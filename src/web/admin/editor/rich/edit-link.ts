import { type Editor, getMarkRange } from '@tiptap/core'
import { AFFILIATE, isAffiliateRel } from './link-rules.ts'

export type FoundLink = { from: number; to: number; href: string; text: string; rel: string | null; isNew: boolean }

/** The link at the cursor, or a new one over the selection. */
export function readLink(editor: Editor): FoundLink {
  const { doc, selection, schema } = editor.state
  const range = getMarkRange(selection.$from, schema.marks.link!)
  const { from, to } = range ?? selection
  const { href = '', rel = null } = range
    ? (editor.getAttributes('link') as { href?: string; rel?: string | null })
    : {}
  return { from, to, href: href ?? '', rel, text: doc.textBetween(from, to, ' '), isNew: !range }
}

export function writeLink(
  editor: Editor,
  { from, to, href, text, rel, isAffiliate }: FoundLink & { isAffiliate: boolean },
): void {
  // Only the attributes of affiliate links are added and removed; others, such as a plain nofollow, stay.
  const cleared = isAffiliateRel(rel) ? { rel: null, target: null } : {}
  const attributes = { href, ...(isAffiliate ? AFFILIATE : cleared) }
  const isSameText = from !== to && text === editor.state.doc.textBetween(from, to, ' ')
  const chain = editor.chain().focus().setTextSelection({ from, to })
  if (isSameText) {
    chain.setMark('link', attributes).setTextSelection(to).run()
  } else {
    chain
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] })
      .unsetMark('link')
      .run()
  }
}

export function removeLink(editor: Editor, link: FoundLink): void {
  editor.chain().setTextSelection(link).unsetMark('link').run()
}
