import type { Shortcut } from '../kit/shortcuts.ts'

/** The keys of the editor, which its handlers compare and the list of shortcuts prints. A test compares them with the text's. */
export const editorShortcuts = {
  save: { keys: 'Mod+Enter', label: 'Save' },
  saveDraft: { keys: 'Mod+S', label: 'Keep as draft' },
  toolbar: { keys: 'Alt+F10', label: 'Go to the formatting toolbar' },
  blocks: { keys: '/', label: 'Insert a block', hint: 'At the start of a line.' },
  leave: { keys: 'Escape', label: 'Leave the text', hint: 'From the toolbar back to the text, and out of focus mode.' },
  nextPart: {
    keys: 'Tab',
    label: 'Next cell of a table, or indent an item',
    hint: 'After the last cell, out of the text.',
  },
  previousPart: { keys: 'Shift+Tab', label: 'Previous cell, or outdent an item' },
  link: { keys: 'Mod+K', label: 'Add or change a link' },
  bold: { keys: 'Mod+B', label: 'Bold' },
  italic: { keys: 'Mod+I', label: 'Italic' },
  underline: { keys: 'Mod+U', label: 'Underline' },
  strike: { keys: 'Mod+Shift+S', label: 'Strikethrough' },
  code: { keys: 'Mod+E', label: 'Code' },
  paragraph: { keys: 'Mod+Alt+0', label: 'Paragraph' },
  headings: { keys: 'Mod+Alt+1…6', label: 'Heading 1 to 6' },
  numbered: { keys: 'Mod+Shift+7', label: 'Numbered list' },
  bulleted: { keys: 'Mod+Shift+8', label: 'Bulleted list' },
  quote: { keys: 'Mod+Shift+B', label: 'Quote' },
  codeBlock: { keys: 'Mod+Alt+C', label: 'Block of code' },
  lineBreak: { keys: 'Shift+Enter', label: 'New line in the same paragraph' },
  undo: { keys: 'Mod+Z', label: 'Undo' },
  redo: { keys: 'Mod+Shift+Z', label: 'Redo' },
} satisfies Record<string, Shortcut>
