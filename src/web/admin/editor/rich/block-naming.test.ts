// @vitest-environment jsdom
import { Editor, getExtensionField } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { everyBlock } from '../../../../../test/every-block.ts'
import { blockNames, blocks, isReferenceBlock } from '../../../../contract/content/blocks.ts'
import { editorShortcuts } from '../editor-shortcuts.ts'
import { BlockNaming } from './block-naming.ts'
import { extensions } from './extensions.ts'
import { parseContent, serializeHtml } from './serialize-html.ts'

let editor: Editor
afterEach(() => editor.destroy())

function open(html: string): HTMLElement {
  // jsdom has no layout, which scrolling to the cursor reads.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  editor = new Editor({
    element: document.createElement('div'),
    extensions: [...extensions, BlockNaming],
    content: parseContent(html).toJSON(),
  })
  return editor.view.dom
}

const names = (text: HTMLElement) =>
  [...text.querySelectorAll('[aria-label]')].map((element) => [
    element.getAttribute('role') ?? element.localName,
    element.getAttribute('aria-label'),
  ])

test('blocks and tables are groups with a name that says what is in them', () => {
  const picture = '<figure><img src="/media/a.jpg" alt="A jar"></figure>'
  const text = open(
    `<figure data-block="gallery">${picture.repeat(4)}</figure>
     <section data-block="faq"><details><summary>Why?</summary><p>So.</p></details></section>
     <aside data-block="callout" data-tone="tip"><p>Wait</p></aside>
     <p data-block="button"><a href="/shop">See the shop</a></p>
     <div data-block="comparison" data-product-ids="1,2"></div>
     <table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>`,
  )
  expect(names(text)).toEqual([
    ['figure', 'Gallery, 4 pictures'],
    ...Array.from({ length: 4 }, () => ['figure', 'Picture: A jar']),
    ['group', 'Questions, 1 question'],
    ['note', 'Callout: Tip'],
    ['group', 'Button: See the shop'],
    ['group', 'Comparison, 2 products'],
    ['group', 'Table, 2 rows, 2 columns'],
  ])
  expect(serializeHtml(editor.state.doc)).not.toContain('aria-label')
})

test('names follow what is typed, added and removed', () => {
  const callout = '<aside data-block="callout"><p>a</p></aside>'
  const text = open(`<p>x</p>${callout}<p data-block="button"><a href="/shop">Go</a></p>${callout}`)
  editor.commands.insertContentAt(2, ' y')
  editor.commands.insertContentAt(editor.state.doc.child(0).nodeSize + editor.state.doc.child(1).nodeSize + 3, ' on')
  expect(names(text)).toEqual([
    ['note', 'Callout: Note'],
    ['group', 'Button: Go on'],
    ['note', 'Callout: Note'],
  ])
  editor.commands.insertContentAt(0, `${callout}<h2></h2>`)
  expect(names(text)).toHaveLength(5)
  editor.commands.deleteRange({ from: 0, to: editor.state.doc.child(0).nodeSize })
  expect(names(text).map(([, label]) => label)).toEqual(['Heading', 'Callout: Note', 'Button: Go on', 'Callout: Note'])
})

test('each block has a name, except those whose views set the name of a product, a routine or an ingredient', () => {
  const images = Array.from({ length: 4 }, () => ({ url: '/media/jar/1600.jpg', altText: 'A jar' }))
  const labels = names(open(everyBlock({ images, products: [1, 2, 3], routine: 1, ingredient: 1 }))).map(
    ([, label]) => label,
  )
  const isNamed = (label: string) => labels.some((name) => name === label || /^[:,]/.test(name!.replace(label, '')))
  expect(blockNames.filter((name) => !isNamed(blocks[name].label))).toEqual(
    blockNames.filter((name) => isReferenceBlock(name) && name !== 'products' && name !== 'comparison'),
  )
})

function press(key: string, shiftKey = false): boolean {
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
  editor.view.dom.dispatchEvent(event)
  return event.defaultPrevented
}

test('Tab goes through the cells of a table and leaves it after the last one, without another row', () => {
  open('<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>')
  const before = serializeHtml(editor.state.doc)
  editor.commands.setTextSelection(4)
  expect(press('Tab')).toBe(true)
  expect(editor.state.selection.$from.parent.textContent).toBe('2')
  expect(press('Tab')).toBe(false)
  expect(press('Tab', true)).toBe(true)
  expect(editor.state.selection.$from.parent.textContent).toBe('1')
  expect(press('Tab', true)).toBe(false)
  expect(serializeHtml(editor.state.doc)).toBe(before)
})

test('the list of shortcuts has each key that the text handles', () => {
  open('')
  // Those of every field, and second keys for Redo.
  const usual = /^(?:Mod-|Shift-|Alt-)*(?:Enter|Backspace|Delete|Arrow\w+|Home|End|Mod-a|a|y|я|z)$/
  const keys = editor.extensionManager.extensions.flatMap((extension) => {
    const { name, options, storage } = extension
    const read = getExtensionField<(() => object) | undefined>(extension, 'addKeyboardShortcuts', {
      name,
      options,
      storage,
      editor,
      type: editor.schema.nodes[name] ?? editor.schema.marks[name],
    } as never)
    return Object.keys(read?.() ?? {})
  })
  const listed = Object.values<{ keys: string }>(editorShortcuts).map((shortcut) => shortcut.keys.toLowerCase())
  const unlisted = keys
    .filter((key) => !usual.test(key))
    .map((key) => key.replaceAll('-', '+').toLowerCase())
    .filter((key) => !listed.includes(key.replace(/alt\+[1-6]$/, 'alt+1…6')))
  expect([...new Set(unlisted)]).toEqual([])
  expect(keys).toContain('Mod-b')
})
