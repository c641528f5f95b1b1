import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'

/** The open menu: where its slash stands. */
type Slash = {
  at: number
  /** Opened by a button, which takes the slash away again when nothing is chosen. */
  isTemporary: boolean
}

const key = new PluginKey<Slash | undefined>('slash')

/** The text after the slash stays this short, in characters. */
const QUERY_MAX = 24

/**
 * Follows a slash that is typed at the start of a paragraph or after a space. `onKey` gets the keys while the menu is open
 * and returns whether it used them.
 */
export const SlashTyping = Extension.create<object, { onKey: (event: KeyboardEvent) => boolean }>({
  name: 'slashTyping',
  // Before the keys of lists and questions.
  priority: 1000,
  addStorage: () => ({ onKey: () => false }),
  addProseMirrorPlugins() {
    const { storage } = this
    return [
      new Plugin<Slash | undefined>({
        key,
        state: { init: () => undefined, apply },
        props: { handleKeyDown: (view, event) => key.getState(view.state) !== undefined && storage.onKey(event) },
      }),
    ]
  },
})

export function setSlashKeys(editor: Editor, onKey: (event: KeyboardEvent) => boolean): void {
  ;(editor.storage as unknown as { slashTyping: { onKey: typeof onKey } }).slashTyping.onKey = onKey
}

/** Where the menu's slash stands and what is typed after it; undefined if the menu is closed. */
export function slashQuery(state: EditorState): { at: number; query: string } | undefined {
  const slash = key.getState(state)
  return slash && { at: slash.at, query: state.doc.textBetween(slash.at + 1, state.selection.head) }
}

/** Types the slash, in a new paragraph if the current one is not empty. */
export function openSlashMenu(editor: Editor): void {
  const { tr, schema } = editor.state
  const { $from } = tr.selection
  if (!($from.parent.type.name === 'paragraph' && $from.parent.content.size === 0)) {
    const depth = blockDepth(tr)
    const at = $from.depth === 0 ? tr.selection.to : $from.after(depth)
    tr.insert(at, schema.nodes.paragraph!.create())
    tr.setSelection(TextSelection.create(tr.doc, at + 1))
  }
  const at = tr.selection.from
  tr.insertText('/').setMeta(key, { at, isTemporary: true }).scrollIntoView()
  editor.view.dispatch(tr)
  editor.view.focus()
}

/** Closes the menu; what is typed stays, unless a button opened it. */
export function closeSlashMenu(editor: Editor): void {
  const slash = key.getState(editor.state)
  if (!slash) return
  const { tr, selection } = editor.state
  if (slash.isTemporary) tr.delete(slash.at, selection.head)
  editor.view.dispatch(tr.setMeta(key, 'close'))
}

/** Closes the menu and removes what was typed. */
export function takeSlashQuery(editor: Editor): void {
  const slash = key.getState(editor.state)
  if (!slash) return
  editor.view.dispatch(editor.state.tr.delete(slash.at, editor.state.selection.head).setMeta(key, 'close'))
}

function apply(tr: Transaction, slash: Slash | undefined, before: EditorState, state: EditorState): Slash | undefined {
  const meta = tr.getMeta(key) as Slash | 'close' | undefined
  if (meta) return meta === 'close' ? undefined : meta
  if (slash) {
    const moved = { ...slash, at: tr.mapping.map(slash.at, -1) }
    return isInQuery(state, moved.at) ? moved : undefined
  }
  return tr.docChanged && isSlashTyped(tr, before, state)
    ? { at: state.selection.head - 1, isTemporary: false }
    : undefined
}

function isSlashTyped(tr: Transaction, before: EditorState, state: EditorState): boolean {
  if (tr.getMeta('paste') || tr.getMeta('uiEvent') || tr.getMeta('history$')) return false
  const { $head, empty } = state.selection
  if (!empty || $head.parent.type.name !== 'paragraph') return false
  const text = textBefore(state)
  // One character more than before, so that other changes next to an old slash do not count.
  return /(?:^|\s)\/$/.test(text) && textBefore(before) === text.slice(0, -1)
}

function textBefore({ selection: { $from } }: EditorState): string {
  return $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
}

function isInQuery(state: EditorState, at: number): boolean {
  const { $head, empty, head } = state.selection
  if (!empty || head <= at || head - at > QUERY_MAX || !$head.parent.isTextblock || $head.start() > at) return false
  return state.doc.textBetween(at, at + 1) === '/'
}

/** The depth of the outermost block around the cursor that a paragraph may follow. */
function blockDepth({ selection: { $from }, doc }: Transaction): number {
  const paragraph = doc.type.schema.nodes.paragraph!
  for (let depth = $from.depth; depth > 1; depth--) {
    const index = $from.indexAfter(depth - 1)
    if ($from.node(depth - 1).canReplaceWith(index, index, paragraph)) return depth
  }
  return 1
}
