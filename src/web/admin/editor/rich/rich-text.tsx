import '../../../styles/editor.css'
import { EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { extensions } from './extensions.ts'
import { ImageDialog } from './image-dialog.tsx'
import { insertBlock } from './insert-block.ts'
import { LinkDialog } from './link-dialog.tsx'
import { disableActiveContent } from './parse-html-fragment.ts'
import { cleanPasted } from './pasted-html.ts'
import { ProductPicker } from './product-picker.tsx'
import { serializeHtml } from './serialize-html.ts'
import { type OpenDialog, Toolbar } from './toolbar.tsx'

type RichTextProps = {
  /** HTML that the editor can hold, see `unsupportedMarkup`. */
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  isInvalid: boolean
  messageId: string
  onShowSource: () => void
}

/** The text as readers will see it, to write in. */
export function RichText({ value, onChange, handle, isInvalid, messageId, onShowSource }: RichTextProps) {
  /** What is in the editor, as HTML: tells a change from outside from one's own. */
  const known = useRef(value)
  const [dialog, setDialog] = useState<OpenDialog>()
  const toolbar = useRef<HTMLDivElement>(null)
  const editor = useEditor({
    extensions,
    content: disableActiveContent(value),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': messageId,
        class: 'prose-dew rich-text',
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown: (_, event) => {
        if (event.key === 'F10' && event.altKey) {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        }
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
        setDialog('link')
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      known.current = serializeHtml(changed.state.doc)
      onChange(known.current)
    },
  })

  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.commands.setContent(disableActiveContent(value), { emitUpdate: false })
  }, [value, editor])

  useEffect(() => {
    // Looked for in the page: the editor's own view may not be mounted yet.
    const field = frame.current?.querySelector('.rich-text')
    if (isInvalid) field?.setAttribute('aria-invalid', 'true')
    else field?.removeAttribute('aria-invalid')
  }, [isInvalid])

  useImperativeHandle(handle, () => ({ focus: () => void editor.commands.focus() }), [editor])

  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar ref={toolbar} editor={editor} onOpen={setDialog} onShowSource={onShowSource} />
      <div ref={frame} className="px-4 pt-5 pb-8 md:px-8">
        <EditorContent editor={editor} className="mx-auto max-w-text" />
      </div>
      <LinkDialog isOpen={dialog === 'link'} editor={editor} onClose={close} />
      <ImageDialog isOpen={dialog === 'image'} editor={editor} onClose={close} />
      <ProductPicker
        isOpen={dialog === 'product'}
        onChoose={({ id }) => {
          close()
          insertBlock(editor, { type: 'productBox', attrs: { productId: id } })
        }}
        onClose={close}
      />
    </>
  )
}
