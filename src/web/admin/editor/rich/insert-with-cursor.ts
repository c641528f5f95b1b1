import type { Editor, JSONContent } from '@tiptap/core'
import { insertBlock } from './insert-block.ts'

/** Inserts a block with text of its own and moves the cursor into it: to its first empty line, or into its first one. */
export function insertWithCursor(editor: Editor, block: JSONContent): void {
  insertBlock(editor, block)
  const { doc, selection } = editor.state
  const text = textOf(block)
  let start: number | undefined
  doc.nodesBetween(0, selection.to, (node, at) => {
    if (node.type.name === block.type && node.textContent === text) start = at
    return node.type.name !== block.type
  })
  if (start === undefined) return
  const lines: { at: number; isEmpty: boolean }[] = []
  doc.nodeAt(start)!.descendants((node, at) => {
    if (node.isTextblock) lines.push({ at: start! + at + 2, isEmpty: node.content.size === 0 })
  })
  const line = lines.find(({ isEmpty }) => isEmpty) ?? lines[0]
  if (line) editor.chain().focus().setTextSelection(line.at).run()
}

function textOf({ text = '', content = [] }: JSONContent): string {
  return text + content.map(textOf).join('')
}
