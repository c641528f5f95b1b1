import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { ownPinAttributes } from '../../../../../contract/content/pins.ts'
import { declaredAttributes, editorAttributes, selectorOf } from './block-attributes.ts'
import { createImageView } from './image-view.ts'

/** An image. While `uploadId` names an upload, it has no address and is left out of the stored HTML. */
export const BodyImage = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      loading: { default: null },
      ...Object.fromEntries(ownPinAttributes.map((name) => [name, { default: null }])),
      uploadId: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
    }
  },
  addNodeView: () => createImageView,
})

/** A figure with one image, which is a block of its own once it has a width or an alignment. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  content: 'image figcaption?',
  isolating: true,
  draggable: true,
  addAttributes: () => editorAttributes('picture'),
  parseHTML: () => [{ tag: 'figure', priority: 60, getAttrs: (element) => (isPicture(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes: attributes }) => [
    'figure',
    Object.values(attributes).some((value) => value != null) ? { [BLOCK]: 'picture', ...attributes } : {},
    0,
  ],
})

export const PictureRow = pictureGroup('row', 'picture{1,3} figcaption?')
export const Gallery = pictureGroup('gallery', 'picture+ figcaption?')
export const Comparison = pictureGroup('compare', 'picture{1,2} figcaption?')

function pictureGroup(name: 'row' | 'gallery' | 'compare', content: string) {
  return Node.create({
    name,
    group: 'block',
    content,
    isolating: true,
    draggable: true,
    addAttributes: () => editorAttributes(name),
    parseHTML: () => [{ tag: selectorOf(name), priority: 70 }],
    renderHTML: ({ HTMLAttributes }) => ['figure', { [BLOCK]: name, ...HTMLAttributes }, 0],
  })
}

function isPicture(figure: HTMLElement): boolean {
  const name = declaredAttributes(figure)?.[BLOCK]
  return (
    (name === undefined || name === 'picture') &&
    figure.querySelector('img') !== null &&
    !figure.querySelector('figure, table, blockquote, pre')
  )
}
