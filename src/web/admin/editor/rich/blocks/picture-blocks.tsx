import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Columns2, GalleryHorizontalEnd, Image as ImageIcon, ImagePlus, SplitSquareHorizontal } from 'lucide-react'
import { BLOCK, type BlockName } from '../../../../../contract/content/blocks.ts'
import { ownPinAttributes } from '../../../../../contract/content/pins.ts'
import type { PictureGroup } from '../edit-block.ts'
import { ImageDialog } from '../image-dialog.tsx'
import { PicturesDialog } from '../pictures-dialog.tsx'
import {
  type BlockDialogProps,
  type Choice,
  declaredAttributes,
  type EditorBlock,
  editorAttributes,
  selectorOf,
} from './editor-block.ts'
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
const Picture = Node.create({
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

const addPictures: EditorBlock['action'] = {
  label: 'Add pictures',
  icon: ImagePlus,
  run: ({ openDialog }) => openDialog(),
}

const pictures = { of: 'picture', one: 'picture', many: 'pictures' }

export const widthChoice: Choice<'small' | 'wide' | 'full'> = {
  label: 'Width',
  options: { small: 'Small', '': 'As the text', wide: 'Wide', full: 'Full' },
}

export const pictureBlocks = {
  picture: {
    node: Picture,
    menu: {
      description: 'From your device, the library or an address',
      words: 'image photo upload figure',
      group: 'Pictures',
      icon: ImageIcon,
    },
    choices: {
      'data-width': widthChoice,
      'data-align': {
        label: 'Position',
        options: { '': 'Center', left: 'Left, text beside', right: 'Right, text beside' },
      },
    },
    title: (node) => node.firstChild?.attrs.alt || undefined,
    Dialog: ImageDialog,
  },
  row: {
    node: pictureGroup('row', 'picture{1,3} figcaption?'),
    menu: {
      description: 'Two or three pictures in a row',
      words: 'row columns pictures images',
      group: 'Pictures',
      icon: Columns2,
    },
    action: addPictures,
    choices: { 'data-width': widthChoice },
    parts: pictures,
    Dialog: (props: BlockDialogProps) => <PicturesDialog group="row" {...props} />,
  },
  compare: {
    node: pictureGroup('compare', 'picture{1,2} figcaption?'),
    menu: {
      description: 'Two pictures under a slider',
      words: 'compare comparison slider',
      group: 'Pictures',
      icon: SplitSquareHorizontal,
    },
    action: addPictures,
    choices: { 'data-width': widthChoice },
    parts: pictures,
    Dialog: (props: BlockDialogProps) => <PicturesDialog group="compare" {...props} />,
  },
  gallery: {
    node: pictureGroup('gallery', 'picture+ figcaption?'),
    menu: {
      description: 'Many pictures, as a grid or a strip',
      words: 'pictures images carousel grid',
      group: 'Pictures',
      icon: GalleryHorizontalEnd,
    },
    action: addPictures,
    choices: {
      'data-width': widthChoice,
      'data-layout': { label: 'Layout', options: { '': 'Grid', strip: 'Strip to swipe' } },
    },
    parts: pictures,
    Dialog: (props: BlockDialogProps) => <PicturesDialog group="gallery" {...props} />,
  },
} satisfies Partial<Record<BlockName, EditorBlock>>

function pictureGroup(name: PictureGroup, content: string) {
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
