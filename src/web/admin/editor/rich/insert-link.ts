import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { findPhrase } from '../../../../contract/content/phrases.ts'
import type { NewLink } from '../content-handle.ts'

/**
 * Puts a link on the first free words of a paragraph, else “Read more: title” after the block with the cursor, or at the end of a
 * text that has had none. It is one step of the history. Returns whether the words carry it.
 */
export function insertLink(editor: Editor, { href, title, words }: NewLink): boolean {
  const { doc, schema, tr } = editor.state
  const place = words === null ? undefined : findFreeWords(doc, words)
  const link = schema.marks.link!.create({ href })
  if (place) {
    tr.addMark(place.from, place.to, link)
    tr.setSelection(TextSelection.create(tr.doc, place.to))
  } else {
    insertLine(tr, schema.nodes.paragraph!.create(null, [schema.text('Read more: '), schema.text(title, [link])]))
  }
  editor.view.dispatch(closeHistory(tr).setStoredMarks([]).scrollIntoView())
  editor.view.focus()
  return place !== undefined
}

/** Blocks whose words carry no link. */
const withoutLinks = new Set(['heading', 'blockquote', 'codeBlock', 'tableHeader'])

/** Stands for what carries no link, and joins no words. */
const GAP = '\uFFFC'

function findFreeWords(doc: Node, words: string): { from: number; to: number } | undefined {
  const { link, code } = doc.type.schema.marks
  let found: { from: number; to: number } | undefined
  doc.descendants((node, at) => {
    if (found || withoutLinks.has(node.type.name)) return false
    if (!node.isTextblock) return true
    if (node.type.name !== 'paragraph') return false
    const free = node.children.map((child) => {
      const isFree = child.isText && !link!.isInSet(child.marks) && !code?.isInSet(child.marks)
      return isFree ? child.text! : GAP.repeat(child.nodeSize)
    })
    const place = findPhrase(free.join(''), words)
    if (place) found = { from: at + 1 + place.start, to: at + 1 + place.end }
    return false
  })
  return found
}

function insertLine(tr: Transaction, line: Node): void {
  const { $to } = tr.selection
  const block = $to.depth > 0 ? $to.node(1) : undefined
  const isPlaced = block !== undefined && !tr.selection.eq(Selection.atStart(tr.doc))
  const end = isPlaced ? $to.after(1) : tr.doc.content.size
  const isEmpty = isPlaced && block.type.name === 'paragraph' && block.content.size === 0
  const start = isEmpty ? $to.before(1) : end
  tr.replaceWith(start, end, line)
  tr.setSelection(TextSelection.create(tr.doc, start + line.nodeSize - 1))
}
