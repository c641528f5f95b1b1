import '../../../styles/blocks.css'
import '../../../styles/editor.css'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { isPressed, printKeys } from '../../kit/shortcuts.ts'
import { whenIdle } from '../../kit/when-idle.ts'
import type { ContentHandle } from '../content-handle.ts'
import type { EditorKind } from '../editor-kind.ts'
import { editorShortcuts } from '../editor-shortcuts.ts'
import type { ShownText } from '../use-content-text.ts'
import { BlockAnnouncer } from './block-announcer.tsx'
import { BlockMenu } from './block-menu.tsx'
import { BlockNaming } from './block-naming.ts'
import type { OpenDialog } from './blocks/editor-block.ts'
import { editorBlocks } from './blocks/editor-blocks.ts'
import { CopiedPictures } from './copied-pictures.ts'
import { CursorOnFocus } from './cursor-on-focus.ts'
import { extensions } from './extensions.ts'
import { insertBlock } from './insert-block.ts'
import { insertLink } from './insert-link.ts'
import { LanguageDialog } from './language-menu.tsx'
import { leaveText } from './leave-text.ts'
import { LinkDialog } from './link-dialog.tsx'
import { MarkdownPaste } from './markdown-paste.ts'
import { cleanPasted } from './pasted-html.ts'
import { PictureSelection } from './picture-selection.ts'
import { ProductPicker } from './product-picker.tsx'
import { parseContent, roundTrip, serializeHtml } from './serialize-html.ts'
import { SkipEmptyTransactions } from './skip-empty-transactions.ts'
import { SlashTyping, slashQuery } from './slash-plugin.ts'
import { Toolbar } from './toolbar.tsx'
import { rulesOfPasting, rulesOfTyping, TypingRules } from './typing-rules.ts'
import { Uploads } from './uploads.ts'

type RichTextProps = {
  /** HTML without unsupported markup; see `unsupportedMarkup`. */
  text: ShownText
  onChange: (html: string) => void
  handle: Ref<ContentHandle>
  isInvalid: boolean
  messageId: string
  onShowSource: () => void
  TextMenu: EditorKind['TextMenu']
}

const editingExtensions = [
  ...extensions,
  BlockNaming,
  CopiedPictures,
  CursorOnFocus,
  MarkdownPaste,
  PictureSelection,
  SkipEmptyTransactions,
  SlashTyping,
  TypingRules,
  Uploads,
]

/** The visual editor, in the typography of the published post. */
export function RichText({ text, onChange, handle, isInvalid, messageId, onShowSource, TextMenu }: RichTextProps) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const toolbar = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const editor = useContentEditor({
    text,
    onChange,
    descriptionIds: `${messageId} ${keysId}`,
    onKey: (event) => {
      if (isPressed(event, editorShortcuts.toolbar)) {
        toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        return true
      }
      if (isPressed(event, editorShortcuts.leave) && !event.isComposing && !slashQuery(editor.state)) {
        leaveText(editor.view.dom, toolbar.current)
        return true
      }
      if (!isPressed(event, editorShortcuts.link)) return false
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

  useImperativeHandle(
    handle,
    () => ({
      focus() {
        // Tiptap's command waits for the next frame; keys pressed until then would go elsewhere.
        editor.view.focus()
        editor.commands.scrollIntoView()
      },
      insertLink: (link) => insertLink(editor, link),
    }),
    [editor],
  )

  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar ref={toolbar} editor={editor} onOpen={setDialog} onShowSource={onShowSource} TextMenu={TextMenu} />
      <div ref={frame} className="px-4 pt-5 pb-8 md:px-8">
        <EditorContent editor={editor} className="mx-auto max-w-text" />
      </div>
      <BlockAnnouncer editor={editor} />
      <p id={keysId} hidden>
        {describeKeys()}
      </p>
      <BlockMenu editor={editor} onOpen={setDialog} />
      <Dialogs dialog={dialog} editor={editor} onClose={close} />
    </>
  )
}

/** The keys that a screen reader cannot find by itself. */
function describeKeys(): string {
  const { toolbar, blocks, leave } = editorShortcuts
  return `${printKeys(toolbar)} goes to the toolbar, ${printKeys(blocks)} inserts a block, ${printKeys(leave)} leaves the text.`
}

type DialogsProps = { dialog: OpenDialog | undefined; editor: Editor; onClose: () => void }

function Dialogs({ dialog, editor, onClose }: DialogsProps) {
  if (dialog === undefined) return null
  if (dialog === 'link') return <LinkDialog isOpen editor={editor} onClose={onClose} />
  if (dialog === 'language') return <LanguageDialog editor={editor} onClose={onClose} />
  if (dialog === 'product')
    return (
      <ProductPicker
        isOpen
        onChoose={({ id }) => {
          onClose()
          insertBlock(editor, { type: 'productBox', attrs: { productId: id } })
        }}
        onClose={onClose}
      />
    )
  const block = editorBlocks[dialog]
  return 'Dialog' in block ? <block.Dialog editor={editor} onClose={onClose} /> : null
}

type ContentEditorOptions = {
  text: ShownText
  onChange: (html: string) => void
  /** The ids of the elements that describe the text. */
  descriptionIds: string
  /** Returns whether the key was handled. */
  onKey: (event: KeyboardEvent) => boolean
}

function useContentEditor({ text, onChange, descriptionIds, onKey }: ContentEditorOptions): Editor {
  const shown = useRef(text)
  const latest = useRef({ onChange, onKey })
  latest.current = { onChange, onKey }
  const [initial] = useState(() => parseContent(text.html).toJSON())
  // Other options than before would renew the whole view in each render.
  const [editorProps] = useState(() => ({
    attributes: {
      role: 'textbox',
      dir: 'auto',
      'aria-multiline': 'true',
      'aria-label': 'Content',
      'aria-describedby': descriptionIds,
      class: 'prose-dew rich-text',
    },
    transformPastedHTML: cleanPasted,
    handleKeyDown: (_: unknown, event: KeyboardEvent) => latest.current.onKey(event),
  }))
  const editor = useEditor({
    extensions: editingExtensions,
    content: initial,
    injectCSS: false,
    enableInputRules: rulesOfTyping,
    enablePasteRules: rulesOfPasting,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: changed }) => latest.current.onChange(serializeHtml(changed.state.doc)),
  })

  // The first key would otherwise serialise the whole text.
  useEffect(() => whenIdle(() => serializeHtml(editor.state.doc)), [editor])

  useEffect(() => {
    if (text === shown.current) return
    shown.current = text
    // The same content in other words, such as the server's: the cursor, the history and running uploads stay.
    if (roundTrip(text.html) === serializeHtml(editor.state.doc)) return
    editor.commands.setContent(parseContent(text.html).toJSON(), { emitUpdate: false })
  }, [text, editor])
  return editor
}
