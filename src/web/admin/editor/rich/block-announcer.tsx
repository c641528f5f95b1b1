import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { blockNames } from '../../../../contract/content/blocks.ts'

type Place = { type: string; at: number }

/** Announces the blocks that the cursor has entered, once each and the outermost first. */
export function BlockAnnouncer({ editor }: { editor: Editor }) {
  const around = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isFocused ? blocksAround(now.state) : none),
    equalityFn: (one, other) => other !== null && one.length === other.length && one.every(isAmong(other)),
  })
  const before = useRef(none)
  const [entered, setEntered] = useState<{ text: string; at?: number }>({ text: '' })
  useEffect(() => {
    const news = around.filter((place) => !isAmong(before.current)(place))
    before.current = around
    setEntered({ text: news.map((place) => nameAt(editor, place)).join('. '), at: news.at(-1)?.at })
  }, [editor, around])
  return (
    <p role="status" className="sr-only">
      {/* Another block of the same name is announced, too. */}
      <span key={entered.at}>{entered.text}</span>
    </p>
  )
}

const none: Place[] = []

const isAmong = (places: Place[]) => (place: Place) =>
  places.some(({ type, at }) => type === place.type && at === place.at)

const named = new Set<string>([...blockNames, 'table', 'productBox'])

/** The blocks and tables around the cursor, or the selected one, from the outermost. */
function blocksAround({ selection }: EditorState): Place[] {
  const { $from } = selection
  const places: Place[] = []
  const add = (node: Node, at: number) => named.has(node.type.name) && places.push({ type: node.type.name, at })
  for (let depth = 1; depth <= $from.depth; depth++) add($from.node(depth), $from.before(depth))
  if (selection instanceof NodeSelection) add(selection.node, selection.from)
  return places.length > 0 ? places : none
}

/** The accessible name of a block, which its view may have on an element of its own. */
function nameAt(editor: Editor, { at }: Place): string {
  const element = editor.view.nodeDOM(at)
  if (!(element instanceof Element)) return ''
  const labelled = element.hasAttribute('aria-label') ? element : element.querySelector('[role="group"][aria-label]')
  return labelled?.getAttribute('aria-label') ?? ''
}
