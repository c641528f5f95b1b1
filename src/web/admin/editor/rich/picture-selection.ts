import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin } from '@tiptap/pm/state'
import { blockAround, type FoundBlock, imageOf, removeBlock } from './edit-block.ts'
import { typeAfterSelectedBlock } from './insert-block.ts'

/**
 * Selects a picture as a whole: its image alone would be replaced by what is typed, and the figure would be left with an
 * empty one.
 */
export const PictureSelection = Extension.create({
  name: 'pictureSelection',
  priority: 1000,
  addKeyboardShortcuts() {
    return { Backspace: () => removeSelected(this.editor), Delete: () => removeSelected(this.editor) }
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (_, __, { selection, tr }) => {
          if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null
          const { $from } = selection
          return $from.parent.type.name === 'picture'
            ? tr.setSelection(NodeSelection.create(tr.doc, $from.before()))
            : null
        },
        props: {
          handleTextInput: (view, _, __, text) => typeAfterSelectedBlock(view, text),
          handleDOMEvents: {
            // Before Chromium starts the composition, which would insert its first character twice. Android says nothing of
            // its keys, so that this may be Backspace.
            keydown: (view, { keyCode, key }) => {
              if (keyCode === 229 && key !== 'Unidentified') typeAfterSelectedBlock(view)
              return false
            },
            compositionstart: (view) => {
              typeAfterSelectedBlock(view)
              return false
            },
          },
        },
      }),
    ]
  },
})

/** The selected image, or the one of the selected picture. */
export function selectedImage(state: EditorState): FoundBlock | undefined {
  if (!(state.selection instanceof NodeSelection)) return undefined
  const found = blockAround(state, 'image') ?? selectedPicture(state)
  return found && imageOf(found)
}

function removeSelected(editor: Editor): boolean {
  const picture = selectedPicture(editor.state)
  if (!picture) return false
  removeBlock(editor, picture)
  return true
}

function selectedPicture({ selection }: EditorState): FoundBlock | undefined {
  const isPicture = selection instanceof NodeSelection && selection.node.type.name === 'picture'
  return isPicture ? { node: selection.node, at: selection.from } : undefined
}
