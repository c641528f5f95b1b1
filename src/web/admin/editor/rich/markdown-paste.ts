import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { DOMParser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { markdownToHtml } from './markdown.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'
import { cleanPasted } from './pasted-html.ts'

/** A pasted text in Markdown is formatted; one undo shows it as it was pasted. Ctrl+Shift+V leaves it as it is. */
export const MarkdownPaste = Extension.create({
  name: 'markdownPaste',
  // Before the paste of code from VS Code, which takes Markdown for code.
  priority: 1100,
  addProseMirrorPlugins() {
    let isPlain = false
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              isPlain = event.shiftKey
              return false
            },
            keyup: () => {
              isPlain = false
              return false
            },
          },
          handlePaste(view, event, slice) {
            const html = isPlain ? undefined : markdownOf(view, event)
            if (html === undefined) return false
            const { selection } = view.state
            const plain = view.state.tr.replaceSelection(slice).setMeta('preventAutolink', true)
            view.dispatch(plain)
            const { tr, schema } = view.state
            for (const [index, step] of [...plain.steps.entries()].reverse()) tr.step(step.invert(plain.docs[index]!))
            tr.setSelection(selection.getBookmark().resolve(tr.doc))
            const body = parseHtmlFragment(cleanPasted(html))
            let formatted = DOMParser.fromSchema(schema).parseSlice(body, { context: tr.selection.$from })
            view.someProp('transformPasted', (transform) => {
              formatted = transform(formatted, view, false)
            })
            tr.replaceSelection(formatted)
            view.dispatch(closeHistory(tr).setMeta('preventAutolink', true).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})

/** The HTML of what is pasted, if it is Markdown that the place of the cursor can hold. */
function markdownOf(view: EditorView, { clipboardData }: ClipboardEvent): string | undefined {
  const text = clipboardData?.getData('text/plain') ?? ''
  if (!clipboardData || clipboardData.files.length > 0 || isCode(clipboardData.getData('vscode-editor-data'))) return
  if (isFormatted(clipboardData.getData('text/html'))) return
  const { $from, $to } = view.state.selection
  const isInCode = [$from, $to].some(({ parent }) => parent.type.spec.code)
  const html = isInCode ? undefined : markdownToHtml(text)
  // A caption, a question or a heading holds one line.
  const isLine = html !== undefined && /^<p>/.test(html) && html.lastIndexOf('<p>') === 0 && !html.includes('<img')
  return $from.parent.type.name === 'paragraph' || isLine ? html : undefined
}

/** HTML with more than lines of text: that of another editor, or of this one. */
function isFormatted(html: string): boolean {
  if (html.includes('data-pm-slice')) return true
  return [...parseHtmlFragment(cleanPasted(html)).querySelectorAll('*')].some(
    ({ localName }) => !/^(?:p|br|div)$/.test(localName),
  )
}

/** VS Code names the language of what was copied. */
function isCode(data: string): boolean {
  return /"mode":"(?!markdown|plaintext)/.test(data)
}
