import type { Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

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

/** Changes an attribute of a block. Text can only flow around a picture that is narrower than the column. */
export function setBlockAttribute(editor: Editor, block: FoundBlock, name: string, value: string | null): void {
  const { tr } = editor.state
  const { at, node } = asPicture(tr, block)
  tr.setNodeAttribute(at, name, value)
  if (node.type.name === 'picture' && value !== null) {
    if (name === 'data-align' && node.attrs['data-width'] !== 'small') tr.setNodeAttribute(at, 'data-width', null)
    if (name === 'data-width' && value !== 'small') tr.setNodeAttribute(at, 'data-align', null)
  }
  editor.view.dispatch(tr)
}

/** The image of a picture, or the image itself. */
export function imageOf({ node, at }: FoundBlock): FoundBlock | undefined {
  if (node.type.name === 'image') return { node, at }
  return node.firstChild ? { node: node.firstChild, at: at + 1 } : undefined
}

/** Adds an empty caption and puts the cursor into it. */
export function addCaption(editor: Editor, block: FoundBlock): void {
  const { tr, schema } = editor.state
  const { at, node } = asPicture(tr, block)
  const end = at + node.nodeSize - 1
  tr.insert(end, schema.nodes.figcaption!.create())
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  editor.view.focus()
}

/** Puts an image without a figure into one, and keeps it selected. */
function asPicture(tr: Transaction, { node, at }: FoundBlock): FoundBlock {
  if (node.type.name !== 'image') return { node, at }
  const picture = tr.doc.type.schema.nodes.picture!.create(null, node)
  tr.replaceWith(at, at + node.nodeSize, picture)
  tr.setSelection(NodeSelection.create(tr.doc, at + 1))
  return { node: picture, at }
}

/** Removes a block and leaves the cursor where it was; the last picture of a group takes the group with it. */
export function removeBlock(editor: Editor, { at, node }: FoundBlock): void {
  const { tr } = editor.state
  const place = tr.doc.resolve(at)
  const pictures = place.parent.children.filter(({ type }) => type.name === 'picture').length
  const isWholeGroup = node.type.name === 'picture' && isPictureGroup(place.parent.type.name) && pictures === 1
  if (isWholeGroup) tr.delete(place.before(), place.after())
  else tr.delete(at, at + node.nodeSize)
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(tr.mapping.map(at), tr.doc.content.size))))
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

/** Adds a part at the end of a block, with the cursor in it. */
export function addAtEnd(editor: Editor, { at, node }: FoundBlock, add: (tr: Transaction, at: number) => void): void {
  editor
    .chain()
    .command(({ tr }) => {
      add(tr, at + node.nodeSize - 1)
      return true
    })
    .focus()
    .run()
}

/** Exchanges a picture with the one before or after it in its group, and returns its new place in words; undefined at either end. */
export function moveInGroup(editor: Editor, { at, node }: FoundBlock, by: 1 | -1): string | undefined {
  const { tr } = editor.state
  const place = tr.doc.resolve(at)
  const other = place.parent.maybeChild(place.index() + by)
  if (other?.type.name !== 'picture') return undefined
  const from = by === 1 ? at : at - other.nodeSize
  tr.replaceWith(from, from + node.nodeSize + other.nodeSize, Fragment.from(by === 1 ? [other, node] : [node, other]))
  const moved = by === 1 ? from + other.nodeSize : from
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, moved + 1)).scrollIntoView())
  const pictures = place.parent.children.filter(({ type }) => type.name === 'picture')
  return `number ${pictures.indexOf(node) + by + 1} of ${pictures.length}`
}

/** The blocks that hold several pictures. */
const pictureGroups = ['row', 'compare', 'gallery'] as const

export type PictureGroup = (typeof pictureGroups)[number]

function isPictureGroup(name: string): name is PictureGroup {
  return pictureGroups.some((group) => group === name)
}
