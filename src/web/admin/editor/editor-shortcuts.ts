import type { Shortcut } from '../kit/shortcuts.ts'

/** The keys of the editor, which its handlers compare and the list of shortcuts prints. */
export const editorShortcuts = {
  save: { keys: 'Mod+Enter', label: 'Save' },
  saveDraft: { keys: 'Mod+S', label: 'Keep as draft' },
  link: { keys: 'Mod+K', label: 'Add or change a link' },
  toolbar: { keys: 'Alt+F10', label: 'Go to the formatting toolbar' },
  bold: { keys: 'Mod+B', label: 'Bold' },
  italic: { keys: 'Mod+I', label: 'Italic' },
  undo: { keys: 'Mod+Z', label: 'Undo' },
  redo: { keys: 'Mod+Shift+Z', label: 'Redo' },
  blocks: { keys: '/', label: 'Insert a block', hint: 'At the start of a line.' },
} satisfies Record<string, Shortcut>
