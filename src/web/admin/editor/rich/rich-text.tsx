import '../../../styles/editor.css'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { extensions } from './extensions.ts'
import { ImageDialog } from './image-dialog.tsx'
import { insertBlock } from './insert-block.ts'
import { LinkDialog } from './link-dialog.tsx'
import { cleanPasted } from './pasted-html.ts'
import { ProductPicker } from './product-picker.tsx'
import { parseContent, serializeHtml } from './serialize-html.ts'
import { type OpenDialog, Toolbar } from './toolbar.tsx'

type RichTextProps = {
  /** HTML without unsupported markup; see `unsupportedMarkup`. */
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  isInvalid: boolean
  messageId: string
  onShowSource: () => void
}

/** The visual editor, in the typography of the published post. */
export function RichText({ value, onChange, handle, isInvalid, messageId, onShowSource }: RichTextProps) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const toolbar = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const editor = useContentEditor({
    value,
    onChange,
    messageId,
    onKey: (event) => {
      if (event.key === 'F10' && event.altKey) {
        toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        return true
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
      setDialog('link')
      return true
    },
  })

  useEffect(() => {
    // Queried from the DOM because the editor's own view may not be mounted yet.
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

type ContentEditorOptions = {
  value: string
  onChange: (html: string) => void
  messageId: string
  /** Returns whether the key was handled. */
  onKey: (event: KeyboardEvent) => boolean
}

function useContentEditor({ value, onChange, messageId, onKey }: ContentEditorOptions): Editor {
  /** The editor's content as HTML; a different `value` comes from outside. */
  const current = useRef(value)
  const [initial] = useState(() => parseContent(value).toJSON())
  const editor = useEditor({
    extensions,
    content: initial,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': messageId,
        class: 'prose-dew rich-text',
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown: (_, event) => onKey(event),
    },
    onUpdate: ({ editor: changed }) => {
      current.current = serializeHtml(changed.state.doc)
      onChange(current.current)
    },
  })

  useEffect(() => {
    if (value === current.current) return
    current.current = value
    editor.commands.setContent(parseContent(value).toJSON(), { emitUpdate: false })
  }, [value, editor])
  return editor
}
