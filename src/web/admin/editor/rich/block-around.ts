import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'

export type FoundBlock = { node: Node; at: number }

/** The innermost block of a type around the cursor, or the selected one. */
export function blockAround({ selection }: EditorState, type: string): FoundBlock | undefined {
  if (selection instanceof NodeSelection && selection.node.type.name === type) {
    return { node: selection.node, at: selection.from }
  }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name === type) return { node: $from.node(depth), at: $from.before(depth) }
  }
  return undefined
}
