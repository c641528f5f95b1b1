// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnerImage } from '../../../../contract/content/images.ts'
import { createPictureCopies, type PictureCopies } from '../../media/create-picture-copies.ts'
import { CopiedPictures } from './copied-pictures.ts'
import { extensions } from './extensions.ts'
import { languageAt, setLanguage } from './foreign-words.ts'
import { MarkdownPaste } from './markdown-paste.ts'
import { cleanPasted } from './pasted-html.ts'
import { parseContent, serializeHtml } from './serialize-html.ts'
import { rulesOfPasting, rulesOfTyping, TypingRules } from './typing-rules.ts'
import { removedMarkup, unsupportedMarkup } from './unsupported-markup.ts'

let editor: Editor
let ends: Map<string, PromiseWithResolvers<OwnerImage>>
let copies: PictureCopies

beforeEach(() => {
  ends = new Map()
  copies = createPictureCopies(({ src }) => {
    ends.set(src, Promise.withResolvers())
    return ends.get(src)!.promise
  })
})
afterEach(() => editor.destroy())

function open(html = ''): Editor {
  // jsdom has no layout, which scrolling to the cursor reads.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  editor = new Editor({
    element: document.createElement('div'),
    extensions: [...extensions, CopiedPictures.configure({ copies }), MarkdownPaste, TypingRules],
    enableInputRules: rulesOfTyping,
    enablePasteRules: rulesOfPasting,
    editorProps: { transformPastedHTML: cleanPasted },
    content: parseContent(html).toJSON(),
  })
  editor.commands.setTextSelection(editor.state.doc.content.size)
  return editor
}

const written = () => serializeHtml(editor.state.doc)

function type(text: string): void {
  for (const character of text) {
    const { from, to } = editor.state.selection
    const insert = () => editor.state.tr.insertText(character, from, to)
    const isHandled = editor.view.someProp('handleTextInput', (handle) =>
      handle(editor.view, from, to, character, insert),
    )
    if (!isHandled) editor.view.dispatch(insert())
  }
}

function paste(data: Record<string, string>, key?: Partial<KeyboardEvent>): void {
  if (key) editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', key))
  const event = new Event('paste', { cancelable: true }) as ClipboardEvent
  const clipboardData = { files: [], getData: (kind: string) => data[kind] ?? '' }
  Object.defineProperty(event, 'clipboardData', { value: clipboardData })
  editor.view.dom.dispatchEvent(event)
}

test('pasted Markdown is formatted, and one undo shows it as it was pasted', () => {
  open('<p>Before</p><p></p>')
  const text = '## H\n\n**b** and [l](https://x.example/u)\n\n- a\n- c'
  paste({ 'text/plain': text })
  const html =
    '<p>Before</p>\n<h2>H</h2>\n<p><strong>b</strong> and <a href="https://x.example/u">l</a></p>\n<ul><li>a</li><li>c</li></ul>'
  expect(written()).toBe(html)
  editor.commands.undo()
  expect(written()).toBe(
    '<p>Before</p>\n<p>## H</p>\n<p>**b** and [l](https://x.example/u)</p>\n<p>- a</p>\n<p>- c</p>',
  )
  editor.commands.redo()
  expect(written()).toBe(html)
  editor.commands.undo()
  editor.commands.undo()
  expect(written()).toBe('<p>Before</p>')
})

test('a table and a fence of Markdown become a table and code, also from an editor of code', () => {
  open()
  const html = '<div><span style="color: #000">| A | B |</span></div>'
  const data = '{"version":1,"mode":"markdown"}'
  paste({
    'text/plain': '| A | B |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```',
    'text/html': html,
    'vscode-editor-data': data,
  })
  expect(written()).toContain('<th>A</th><th>B</th>')
  expect(written()).toContain('<pre><code>x</code></pre>')
})

test('Markdown within a line goes on with the line', () => {
  open()
  type('Use ')
  paste({ 'text/plain': '**less** of it' })
  expect(written()).toBe('<p>Use <strong>less</strong> of it</p>')
})

test('what is formatted, code, plain text on request and text in code stay as they are', () => {
  open()
  paste({ 'text/plain': '## H', 'text/html': '<p><strong>## H</strong></p>' })
  expect(written()).toBe('<p><strong>## H</strong></p>')
  editor.destroy()
  open()
  paste({ 'text/plain': '**b**' }, { key: 'V', ctrlKey: true, shiftKey: true })
  expect(written()).toBe('<p>**b**</p>')
  editor.destroy()
  open('<pre><code>a</code></pre>')
  editor.commands.setTextSelection(2)
  paste({ 'text/plain': '**b**' })
  expect(written()).toBe('<pre><code>a**b**</code></pre>')
})

test.each([
  ['2024. It was', '<p>2024. It was</p>'],
  ['24. Dezember', '<p>24. Dezember</p>'],
  ['1. a', '<ol><li>a</li></ol>'],
  ['1) a', '<ol><li>a</li></ol>'],
  ['- a', '<ul><li>a</li></ul>'],
  ['+ 5 dollars', '<p>+ 5 dollars</p>'],
  ['a *new, b *', '<p>a *new, b *</p>'],
  ['a *new* b', '<p>a <em>new</em> b</p>'],
  ['a **new** b', '<p>a <strong>new</strong> b</p>'],
  ['I like this serum.It is mild', '<p>I like this serum.It is mild</p>'],
  ['at amzn.to/abc now', '<p>at <a href="https://amzn.to/abc">amzn.to/abc</a> now</p>'],
  ['see https://x.example now', '<p>see <a href="https://x.example">https://x.example</a> now</p>'],
])('typed %j becomes %s', (text, html) => {
  open()
  type(text)
  expect(written()).toBe(html)
})

test('a list goes on with its next number', () => {
  open('<ol><li>a</li><li>b</li></ol><p></p>')
  type('3. c')
  expect(written()).toBe('<ol><li>a</li><li>b</li><li>c</li></ol>')
})

test('a direction that is not the usual one is pasted', () => {
  open()
  paste({ 'text/html': '<p dir="ltr">a</p><p dir="rtl">\u05d0</p>' })
  expect(written()).toBe('<p>a</p>\n<p dir="rtl">\u05d0</p>')
})

test('a pasted picture of another site is copied to the library; one undo removes it, and a redo brings back the copy', async () => {
  open('<p>Before</p>')
  const src = 'https://lh3.googleusercontent.com/docs/a'
  paste({ 'text/html': `<p>New</p><p><img src="${src}" alt="A jar"></p><p><img src="/media/own/640.jpg"></p>` })
  expect(written()).toContain(`<img src="${src}" alt="A jar">`)
  expect([...ends.keys()]).toEqual([src])
  ends.get(src)!.resolve({ url: '/media/k/640.jpg' } as OwnerImage)
  await expect.poll(written).toContain('<img src="/media/k/640.jpg" alt="A jar">')
  editor.commands.undo()
  expect(written()).toBe('<p>Before</p>')
  editor.commands.redo()
  expect(written()).toContain('<img src="/media/k/640.jpg" alt="A jar">')
})

test('a copy that is done during a composition waits for its end', async () => {
  open()
  paste({ 'text/html': '<p><img src="https://a.example/jar.png" alt="A jar"></p><p>a</p>' })
  editor.view.dom.dispatchEvent(new CompositionEvent('compositionstart'))
  ends.get('https://a.example/jar.png')!.resolve({ url: '/media/k/640.jpg' } as OwnerImage)
  await expect.poll(() => copies.find('https://a.example/jar.png')?.state).toBe('done')
  expect(written()).toContain('https://a.example/jar.png')
  editor.view.dom.dispatchEvent(new CompositionEvent('compositionend'))
  await expect.poll(written).toContain('<img src="/media/k/640.jpg" alt="A jar">')
})

test('a picture that cannot be copied stays where it is, and pictures of pasted Markdown are copied, too', async () => {
  open()
  paste({ 'text/plain': '## H\n\n![A jar](https://a.example/jar.png)' })
  ends.get('https://a.example/jar.png')!.reject(new Error('No.'))
  await expect.poll(() => copies.find('https://a.example/jar.png')?.state).toBe('failed')
  expect(written()).toContain('<img src="https://a.example/jar.png" alt="A jar">')
})

test('words keep the language that they are marked with, through HTML, the clipboard and the editor', () => {
  const html = '<p>A <span lang="fr">crème</span> of <em>water</em></p>'
  open(html)
  expect(written()).toBe(html)
  expect([unsupportedMarkup(html), removedMarkup(html)]).toEqual([[], []])
  expect(removedMarkup('<p><span class="x">a</span><span lang="no language">b</span></p>')).toEqual(['<span lang>'])
  paste({ 'text/html': '<p>and <i lang="la">aqua</i>, <span lang="de-AT" style="color: red">Wasser</span></p>' })
  expect(written()).toContain('and <em><span lang="la">aqua</span></em>, <span lang="de-AT">Wasser</span>')
  paste({ 'text/html': '<p><span lang=EN-US style="mso-ansi-language:EN-US">Word</span></p>' })
  expect(written()).not.toContain('en-US')
})

test('the selection gets a language, another one replaces it around the cursor, and none takes it away', () => {
  open('<p>A creme here</p>')
  editor.commands.setTextSelection({ from: 3, to: 8 })
  setLanguage(editor, 'fr')
  expect(written()).toBe('<p>A <span lang="fr">creme</span> here</p>')
  editor.commands.setTextSelection(5)
  expect(languageAt(editor)).toBe('fr')
  setLanguage(editor, 'pt-BR')
  expect(written()).toBe('<p>A <span lang="pt-BR">creme</span> here</p>')
  editor.commands.setTextSelection(5)
  setLanguage(editor, undefined)
  expect(written()).toBe('<p>A creme here</p>')
})
