import type { NodeViewRendererProps } from '@tiptap/core'
import type { NodeView } from '@tiptap/pm/view'
import { uploadQueue } from '../../../upload/upload-queue.ts'

/** An image as itself, or as the upload that it will be. */
export function createImageView({ node, HTMLAttributes, getPos, editor }: NodeViewRendererProps): NodeView {
  const { uploadId } = node.attrs as { uploadId: string | null }
  if (uploadId === null) return imageView(HTMLAttributes)
  return uploadView(uploadId, () => {
    const at = getPos()
    if (at === undefined) return
    const place = editor.state.doc.resolve(at)
    const figure = place.parent
    const isAlone = place.depth > 1 && place.node(-1).childCount === 1 && place.node(-1).type.name !== 'doc'
    const depth = figure.type.name !== 'picture' ? undefined : isAlone ? place.depth - 1 : place.depth
    const range = depth === undefined ? [at, at + 1] : [place.before(depth), place.after(depth)]
    editor.view.dispatch(editor.state.tr.delete(range[0]!, range[1]!).setMeta('addToHistory', false))
    editor.commands.focus()
  })
}

function imageView(attributes: Record<string, unknown>): NodeView {
  const dom = document.createElement('img')
  for (const [name, value] of Object.entries(attributes)) if (value != null) dom.setAttribute(name, String(value))
  return { dom }
}

const states = {
  preparing: 'Preparing…',
  waiting: 'Waiting…',
  uploading: 'Uploading…',
  done: 'Uploaded',
  failed: 'The upload failed.',
  cancelled: 'Cancelled',
}

function uploadView(id: string, remove: () => void): NodeView {
  const dom = document.createElement('div')
  dom.className = 'upload'
  dom.contentEditable = 'false'
  dom.setAttribute('role', 'group')
  const name = uploadQueue.find(id)?.file.name ?? 'Picture'
  dom.setAttribute('aria-label', `Upload of ${name}`)
  const [title, status] = [add(dom, 'strong', name), add(dom, 'span', '')]
  title.dir = 'auto'
  const bar = add(dom, 'progress', '')
  bar.max = 1
  bar.setAttribute('aria-label', `Progress of ${name}`)
  const retry = addButton(dom, 'Retry', name, () => uploadQueue.retry(id))
  const cancel = addButton(dom, 'Cancel', name, () => {
    uploadQueue.cancel(id)
    remove()
  })
  const discard = addButton(dom, 'Remove', name, remove)
  const show = () => {
    const item = uploadQueue.find(id)
    const state = item?.state
    const isOver = !state || state === 'failed' || state === 'cancelled'
    // Pasted into another tab, or brought back after the list was cleared.
    status.textContent = item ? (item.error ?? states[item.state]) : 'This picture was not uploaded.'
    dom.dataset.state = state ?? 'gone'
    bar.hidden = isOver
    bar.value = item?.progress ?? 0
    retry.hidden = !(state === 'failed' || state === 'cancelled')
    cancel.hidden = isOver
    discard.hidden = !isOver
  }
  show()
  const unsubscribe = uploadQueue.subscribe(show)
  return {
    dom,
    stopEvent: ({ target, type }) => target instanceof HTMLButtonElement && !type.startsWith('drag'),
    ignoreMutation: () => true,
    destroy: unsubscribe,
  }
}

function add<Name extends keyof HTMLElementTagNameMap>(parent: HTMLElement, name: Name, text: string) {
  const element = document.createElement(name)
  element.textContent = text
  parent.append(element)
  return element
}

function addButton(parent: HTMLElement, label: string, name: string, onClick: () => void): HTMLButtonElement {
  const button = add(parent, 'button', label)
  button.type = 'button'
  button.setAttribute('aria-label', `${label} ${name}`)
  button.addEventListener('click', onClick)
  return button
}
