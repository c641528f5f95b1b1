import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  ChevronDown,
  Code,
  FileCode,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Plus,
  Quote,
  Redo2,
  ShoppingBag,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react'
import { memo, type ReactNode, type Ref, useRef } from 'react'
import { Menu, MenuItem, MenuSeparator } from '../../kit/menu.tsx'
import { printKeys, type Shortcut } from '../../kit/shortcuts.ts'
import { useBarHeight } from '../../kit/use-bar-height.ts'
import type { EditorKind } from '../editor-kind.ts'
import { editorShortcuts } from '../editor-shortcuts.ts'
import { BlockBar } from './block-bar.tsx'
import type { OpenDialog } from './blocks/editor-block.ts'
import { languageAt } from './foreign-words.ts'
import { moveAfterSelectedBlock } from './insert-block.ts'
import { LanguageMenu } from './language-menu.tsx'
import { selectedImage } from './picture-selection.ts'
import { openSlashMenu } from './slash-plugin.ts'
import { useRovingFocus } from './use-roving-focus.ts'

type ToolbarProps = {
  ref: Ref<HTMLDivElement>
  editor: Editor
  onOpen: (dialog: OpenDialog) => void
  onShowSource: () => void
  TextMenu: EditorKind['TextMenu']
}

/** The formatting toolbar; Escape returns to the content. Most keys change nothing of it. */
export const Toolbar = memo(function Toolbar({ ref, editor, onOpen, onShowSource, TextMenu }: ToolbarProps) {
  const roving = useRovingFocus(() => editor.commands.focus())
  const is = useEditorState({ editor, selector: ({ editor: now }) => readState(now) })
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, '--toolbar-height')
  return (
    <div ref={bar} className="sticky-bar top-(--bar-height,0px) z-10 mt-5 border-y border-line bg-white">
      <div className="flex items-start">
        {/* Outside of the toolbar, so that it stays in view while the tools scroll. */}
        <span className="flex shrink-0 items-center py-1 pl-1">
          <Tool label="Add a block (/)" icon={<Plus />} onClick={() => openSlashMenu(editor)} />
        </span>
        <div
          ref={ref}
          role="toolbar"
          aria-label="Formatting"
          aria-orientation="horizontal"
          {...roving}
          className="flex min-w-0 items-center gap-0.5 overflow-x-auto py-1 pr-2 [scrollbar-width:none] lg:flex-wrap lg:gap-0"
        >
          <StyleMenu editor={editor} current={is.block} />
          <Divider />
          <FormatTools editor={editor} is={is} onOpen={onOpen} />
          <Divider />
          <InsertTools editor={editor} is={is} onOpen={onOpen} />
          {TextMenu && (
            <TextMenu onInsert={(text) => editor.chain().focus().insertContent({ type: 'text', text }).run()} />
          )}
          <Divider />
          <HistoryTools editor={editor} is={is} />
          <Tool label="HTML source" icon={<FileCode />} onClick={onShowSource} />
        </div>
      </div>
      <BlockBar editor={editor} onOpen={onOpen} />
    </div>
  )
})

type ToolsProps = { editor: Editor; is: EditorState; onOpen: (dialog: OpenDialog) => void }

function FormatTools({ editor, is, onOpen }: ToolsProps) {
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool
        label={withKeys('Bold', editorShortcuts.bold)}
        icon={<Bold />}
        isPressed={is.bold}
        onClick={() => run().toggleBold().run()}
      />
      <Tool
        label={withKeys('Italic', editorShortcuts.italic)}
        icon={<Italic />}
        isPressed={is.italic}
        onClick={() => run().toggleItalic().run()}
      />
      <Tool
        label="Strikethrough"
        icon={<Strikethrough />}
        isPressed={is.strike}
        onClick={() => run().toggleStrike().run()}
      />
      <Tool label="Code" icon={<Code />} isPressed={is.code} onClick={() => run().toggleCode().run()} />
      <Tool
        label={withKeys('Link', editorShortcuts.link)}
        icon={<Link />}
        isPressed={is.link}
        onClick={() => onOpen('link')}
      />
      <LanguageMenu editor={editor} current={is.language} onOpen={onOpen} />
      <Divider />
      <Tool
        label="Bulleted list"
        icon={<List />}
        isPressed={is.bulletList}
        onClick={() => run().toggleBulletList().run()}
      />
      <Tool
        label="Numbered list"
        icon={<ListOrdered />}
        isPressed={is.orderedList}
        onClick={() => run().toggleOrderedList().run()}
      />
      <Tool label="Quote" icon={<Quote />} isPressed={is.quote} onClick={() => run().toggleBlockquote().run()} />
    </>
  )
}

function InsertTools({ editor, is, onOpen }: ToolsProps) {
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool label="Image" icon={<Image />} isPressed={is.image} onClick={() => onOpen('picture')} />
      <Tool label="Product box" icon={<ShoppingBag />} isPressed={is.product} onClick={() => onOpen('product')} />
      {is.table ? (
        <TableMenu editor={editor} />
      ) : (
        <Tool
          label="Table"
          icon={<Table />}
          onClick={() =>
            run().command(moveAfterSelectedBlock).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
          }
        />
      )}
      <Tool
        label="Divider line"
        icon={<Minus />}
        onClick={() => run().command(moveAfterSelectedBlock).setHorizontalRule().run()}
      />
    </>
  )
}

function HistoryTools({ editor, is }: Omit<ToolsProps, 'onOpen'>) {
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool
        label={withKeys('Undo', editorShortcuts.undo)}
        icon={<Undo2 />}
        isDisabled={!is.canUndo}
        onClick={() => run().undo().run()}
      />
      <Tool
        label={withKeys('Redo', editorShortcuts.redo)}
        icon={<Redo2 />}
        isDisabled={!is.canRedo}
        onClick={() => run().redo().run()}
      />
    </>
  )
}

type Level = 2 | 3 | 4
type EditorState = ReturnType<typeof readState>

function readState(editor: Editor) {
  const level = ([2, 3, 4] as const).find((candidate) => editor.isActive('heading', { level: candidate }))
  return {
    block: level,
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    link: editor.isActive('link'),
    language: languageAt(editor),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    image: selectedImage(editor.state) !== undefined,
    product: editor.isActive('productBox'),
    table: editor.isActive('table'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function StyleMenu({ editor, current }: { editor: Editor; current: Level | undefined }) {
  const label = current ? `Heading ${current}` : 'Paragraph'
  return (
    <Menu
      label={`Text style: ${label}`}
      trigger={
        <span className="flex w-25 items-center justify-between pl-1.5">
          {label}
          <ChevronDown aria-hidden="true" className="size-4" />
        </span>
      }
    >
      <MenuItem onSelect={() => editor.chain().focus().setParagraph().run()}>Paragraph</MenuItem>
      {([2, 3, 4] as const).map((level) => (
        <MenuItem key={level} onSelect={() => editor.chain().focus().setHeading({ level }).run()}>
          Heading {level}
        </MenuItem>
      ))}
    </Menu>
  )
}

function TableMenu({ editor }: { editor: Editor }) {
  const run = () => editor.chain().focus()
  return (
    <Menu
      label="Table"
      trigger={
        <span className="flex items-center text-accent-darker">
          <Table aria-hidden="true" className="size-4.5" />
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </span>
      }
    >
      <MenuItem onSelect={() => run().addRowBefore().run()}>Row above</MenuItem>
      <MenuItem onSelect={() => run().addRowAfter().run()}>Row below</MenuItem>
      <MenuItem onSelect={() => run().addColumnBefore().run()}>Column to the left</MenuItem>
      <MenuItem onSelect={() => run().addColumnAfter().run()}>Column to the right</MenuItem>
      <MenuItem onSelect={() => run().toggleHeaderRow().run()}>Header row on or off</MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => run().deleteRow().run()}>
        Remove row
      </MenuItem>
      <MenuItem danger onSelect={() => run().deleteColumn().run()}>
        Remove column
      </MenuItem>
      <MenuItem danger onSelect={() => run().deleteTable().run()}>
        Remove table
      </MenuItem>
    </Menu>
  )
}

type ToolProps = { label: string; icon: ReactNode; isPressed?: boolean; isDisabled?: boolean; onClick: () => void }

function Tool({ label, icon, isPressed, isDisabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      // Keeps the focus in the content.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isDisabled && onClick()}
      className="grid size-10 shrink-0 pointer-fine:lg:size-8.5 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-cream hover:text-ink aria-disabled:opacity-40 aria-pressed:bg-cream aria-pressed:text-accent-darker [&>svg]:size-4.5"
    >
      {icon}
    </button>
  )
}

function Divider() {
  return <span aria-hidden="true" className="mx-0.5 h-5 w-px shrink-0 bg-line lg:mx-0" />
}

const withKeys = (label: string, shortcut: Shortcut) => `${label} (${printKeys(shortcut)})`
