import type { Editor } from '@tiptap/core'
import { BLOCK } from '../../../contract/content/blocks.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'

/** A question without an answer by its index among all questions of the text, with its words. */
export type EmptyAnswer = { at: number; question: string }

const shown = `img, hr, iframe, [${BLOCK}], [data-product-id]`

/** The questions in blocks of questions whose answer shows nothing to readers. */
export function emptyAnswers(html: string): EmptyAnswer[] {
  if (!html.includes('<details')) return []
  const items = [...parseHtmlFragment(html).querySelectorAll(`section[${BLOCK}="faq"] > details`)]
  return items.flatMap((item, at) => {
    const summary = item.querySelector(':scope > summary')
    summary?.remove()
    const isEmpty = item.textContent.trim() === '' && item.querySelector(shown) === null
    return isEmpty ? [{ at, question: summary?.textContent.trim() ?? '' }] : []
  })
}

/** Puts the cursor into the answer of a question in the visual editor. Returns whether that is shown. */
export function focusAnswer({ at }: EmptyAnswer): boolean {
  // Tiptap sets the property on its element.
  const editor = document.querySelector<HTMLElement & { editor?: Editor }>('.rich-text')?.editor
  if (!editor) return false
  let count = 0
  let answer: number | undefined
  editor.state.doc.descendants((node, from, parent) => {
    if (node.type.name !== 'details' || parent?.type.name !== 'faq') return true
    if (count++ === at) answer = from + 1 + (node.firstChild?.nodeSize ?? 0)
    return false
  })
  if (answer === undefined) return false
  // Tiptap's own focus waits for the next frame.
  editor.view.focus()
  editor
    .chain()
    .setTextSelection(answer + 1)
    .scrollIntoView()
    .run()
  return true
}
