import { Extension } from '@tiptap/core'
import type { Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isElsewhere } from '../../../../contract/content/picture-elsewhere.ts'
import type { PictureCopies, PictureElsewhere } from '../../media/create-picture-copies.ts'
import { pictureCopies } from '../../media/picture-copies.ts'

/** By then ProseMirror has read a composed text, 20 ms after its end. */
const COMPOSED_MS = 50

/** Pasted and dropped pictures of other sites are copied to the library; until then they stand in the text as they are. */
export const CopiedPictures = Extension.create<{ copies: PictureCopies }>({
  name: 'copiedPictures',
  addOptions: () => ({ copies: pictureCopies }),
  addProseMirrorPlugins() {
    const { copies } = this.options
    return [
      new Plugin({
        view: (view) => {
          const unsubscribe = copies.subscribe(() => showCopied(view, copies))
          // A redo may bring back a picture that is copied by now.
          return { update: () => showCopied(view, copies), destroy: unsubscribe }
        },
        props: {
          handleDOMEvents: {
            compositionend(view) {
              setTimeout(() => !view.isDestroyed && showCopied(view, copies), COMPOSED_MS)
            },
          },
          transformPasted(slice) {
            copies.copy(picturesOf(slice))
            return slice
          },
        },
      }),
    ]
  },
})

function picturesOf(slice: Slice): PictureElsewhere[] {
  const found: PictureElsewhere[] = []
  slice.content.descendants(({ type, attrs }) => {
    const { src, alt } = attrs as { src?: string | null; alt?: string | null }
    if (type.name === 'image' && src && isElsewhere(src, location.origin)) found.push({ src, alt: alt ?? '' })
  })
  return found
}

/** Outside of the history, so that one undo removes what was pasted and a redo brings it back with its copies. */
function showCopied(view: EditorView, copies: PictureCopies): void {
  // A change of the document would end the composition, and the composed text would be there twice.
  if (copies.version() === 0 || view.composing) return
  const { tr, doc } = view.state
  doc.descendants((node, at) => {
    const src = node.type.name === 'image' ? (node.attrs.src as string | null) : null
    const copy = src ? copies.find(src) : undefined
    if (copy?.state === 'done') tr.setNodeAttribute(at, 'src', copy.image.url)
  })
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
}
