import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { uploadQueue } from '../../upload/upload-queue.ts'
import { addressedVideo, addressProblem } from './blocks/video-address.ts'
import { insertBlock } from './insert-block.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'

/** Uploads pictures in the text: dropped, pasted or chosen files stand in it at once, and become pictures one by one. */
export const Uploads = Extension.create({
  name: 'uploads',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        view: (view) => {
          const unsubscribe = uploadQueue.subscribe(() => showUploaded(view))
          // A redo may bring back a picture whose upload is done by now.
          return { update: () => showUploaded(view), destroy: unsubscribe }
        },
        props: {
          handleDrop: (view, event) => dropPictures(view, event),
          handlePaste: (_, event) => pasteFiles(editor, event) || pasteVideo(editor, event),
        },
      }),
    ]
  },
})

/** A picture for each file, which is uploaded meanwhile. */
export function uploadPictures(files: File[]): JSONContent[] {
  return uploadQueue.add(files).map(({ id }) => toPicture({ uploadId: id }))
}

/** A picture with room for a caption. */
export function toPicture(attrs: { uploadId: string } | { src: string; alt: string }): JSONContent {
  return { type: 'picture', content: [{ type: 'image', attrs }, { type: 'figcaption' }] }
}

export function picturesIn(files: Iterable<File> | undefined): File[] {
  return [...(files ?? [])].filter(({ type, name }) => type.startsWith('image/') || /\.(?:heic|heif)$/i.test(name))
}

/** The document as it may be stored: without pictures that are not uploaded, and without blocks of them alone. */
export function withoutUploads(node: Node): Node | undefined {
  if (node.type.name === 'image') return node.attrs.src && node.attrs.uploadId === null ? node : undefined
  if (node.isLeaf || node.isTextblock) return node
  const kept: Node[] = []
  let isChanged = false
  node.forEach((child) => {
    const rest = withoutUploads(child)
    if (rest !== child) isChanged = true
    if (rest) kept.push(rest)
  })
  if (!isChanged) return node
  const content = Fragment.from(kept)
  // A caption alone, for example, does not make a picture.
  return node.type.name === 'doc' || node.type.validContent(content) ? node.copy(content) : undefined
}

/** Outside of the history, so that one undo removes the picture and a redo brings it back uploaded. */
function showUploaded(view: EditorView): void {
  if (uploadQueue.items().length === 0) return
  const { tr, doc } = view.state
  doc.descendants((node, at) => {
    const { uploadId } = node.attrs as { uploadId?: string | null }
    const image = uploadId ? uploadQueue.find(uploadId)?.image : undefined
    if (!image) return !node.isTextblock
    tr.setNodeAttribute(at, 'src', image.url)
    tr.setNodeAttribute(at, 'alt', image.isDescribed ? image.altText : '')
    tr.setNodeAttribute(at, 'uploadId', null)
    return false
  })
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
}

function dropPictures(view: EditorView, event: DragEvent): boolean {
  const files = picturesIn(event.dataTransfer?.files)
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (files.length === 0 || !place) return false
  event.preventDefault()
  const nodes = Fragment.fromJSON(view.state.schema, uploadPictures(files))
  const at = dropPoint(view.state.doc, place.pos, new Slice(nodes, 0, 0)) ?? view.state.doc.content.size
  view.dispatch(view.state.tr.insert(at, nodes))
  return true
}

/** Word and web pages put a picture of a text on the clipboard together with its HTML, which is then what is meant. */
function pasteFiles(editor: Editor, { clipboardData }: ClipboardEvent): boolean {
  const files = picturesIn(clipboardData?.files)
  if (files.length === 0) return false
  const html = clipboardData?.getData('text/html') ?? ''
  if (html && parseHtmlFragment(html).textContent?.trim()) return false
  insertBlock(editor, uploadPictures(files))
  return true
}

/** The address of a video or a card alone in a paragraph becomes it; of one that cannot be shown, it is pasted as a link. */
function pasteVideo(editor: Editor, { clipboardData }: ClipboardEvent): boolean {
  const { $from, empty } = editor.state.selection
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return false
  const address = clipboardData?.getData('text/plain') ?? ''
  const attrs = addressedVideo(address)
  if (attrs) insertBlock(editor, { type: 'video', attrs })
  const problem = addressProblem(address)
  if (problem) toast(adminMessages.pastedAsLink(problem))
  return attrs !== undefined
}
