// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { act, createRef, Profiler } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PostInput } from '../../../contract/content/posts.ts'
import { ContentField } from './content-field.tsx'
import type { ContentHandle, NewLink } from './content-handle.ts'
import { emptyFields } from './post-fields.ts'
import { focusField, type PostForm, setFields, usePostForm } from './post-form.ts'

const paragraphs = Array.from({ length: 300 }, (_, at) => `<p>Paragraph ${at} of a long post</p>`)

let root: Root
let form: PostForm
const handle = createRef<ContentHandle>()
let commits: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // jsdom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.scrollIntoView = () => {}
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

function Field({ content }: { content: string }) {
  form = usePostForm({ input: PostInput }, { ...emptyFields(new Date(0)), content }, 'Dewlight')
  return <ContentField form={form} handle={handle} />
}

async function open(content: string): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Profiler id="editor" onRender={() => void commits++}>
          <Field content={content} />
        </Profiler>
      </QueryClientProvider>,
    ),
  )
  commits = 0
}

const text = () => document.querySelector<HTMLElement & { editor: Editor }>('.rich-text')!

/** Types at the end of a paragraph, a transaction for each key. `afterKey` gets the number of keys so far. */
async function type(at: number, keys: string, afterKey = (_: number) => {}): Promise<void> {
  const { view } = text().editor
  const end = view.posAtDOM(text().children[at]!, 0) + (text().children[at]!.textContent ?? '').length
  for (const [index, key] of [...keys].entries()) {
    await act(async () => view.dispatch(view.state.tr.insertText(key, end + index)))
    afterKey(index + 1)
  }
}

const words = () => /[\d,]+ words/.exec(document.body.textContent ?? '')?.[0]

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a key in a long post serialises one block, renders nothing, and is in the form at once', async () => {
  await open(paragraphs.join('\n'))
  // The first key enables 'Undo'.
  await type(150, '.')
  await wait(1000)
  const before = form.getValues('content').length
  const serialize = vi.spyOn(DOMSerializer.prototype, 'serializeNode')
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
  commits = 0
  const keys = 'a word '.repeat(7)
  await type(150, keys, (count) => expect(form.getValues('content')).toHaveLength(before + count))
  expect(form.getValues('content')).toContain(`<p>Paragraph 150 of a long post.${keys}</p>`)
  expect(serialize).toHaveBeenCalledTimes(keys.length)
  expect(parse).not.toHaveBeenCalled()
  expect(commits).toBe(0)

  expect(words()).toBe('1,800 words')
  await wait(400)
  expect(words()).toBe('1,813 words')
})

test('a text from outside replaces what was typed, also if it is the one that was opened', async () => {
  await open('<p>First</p>')
  await type(0, ' typed')
  expect(form.getValues('content')).toBe('<p>First typed</p>')
  await act(async () => setFields(form, { ...form.getValues(), content: '<p>First</p>' }))
  expect(text().textContent).toBe('First')
  await type(0, '!')
  expect(form.getValues('content')).toBe('<p>First!</p>')
})

test('the source shows what was typed, and the visual editor what was changed in the source', async () => {
  await open('<p>First</p>')
  await type(0, ' typed')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="HTML source"]')!.click())
  const source = document.querySelector<HTMLTextAreaElement>('[aria-label="Content as HTML"]')!
  expect(source.value).toBe('<p>First typed</p>')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(source, '<p>Second</p>')
    source.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(form.getValues('content')).toBe('<p>Second</p>')
  const visual = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Visual editor')!
  await act(async () => visual.click())
  expect(text().textContent).toBe('Second')
})

test('an invalid content gets the focus, and its error ends when enough is typed', async () => {
  await open('<p>Short</p>')
  await act(async () => void (await form.handleSubmit(() => {})()))
  expect(document.body.textContent).toContain('Content must be at least 50 characters')
  await act(async () => focusField(form, 'content'))
  expect(document.activeElement).toBe(text())
  await type(0, ' and then long enough for the rule'.repeat(2))
  expect(document.body.textContent).not.toContain('Content must be at least 50 characters')
})

const addLink = (link: Partial<NewLink> = {}) =>
  act(
    async () => void handle.current!.insertLink({ href: '/blog/oils', title: 'All oils', words: 'face oil', ...link }),
  )
const content = () => form.getValues('content')

test('a link goes on the first free words of a paragraph, and one step of the history takes it away', async () => {
  const before =
    '<h2>Face oil</h2>\n<p>A <a href="/x">face oil</a> or two <strong>Face</strong> oils, <code>face oil</code> and face oil.</p>'
  const oils = '<strong>Face</strong> oils'
  await open(before)
  await addLink()
  expect(content()).toBe(before.replace(oils, `<a href="/blog/oils">${oils}</a>`))
  await act(async () => void text().editor.commands.undo())
  expect(content()).toBe(before)
})

test('without free words it follows the block with the cursor in a line of its own, or the text that has had none', async () => {
  const [list, two, line] = [
    '<ul><li>One</li></ul>',
    '<p>Two</p>',
    '<p>Read more: <a href="/blog/oils">All oils</a></p>',
  ] as const
  const undo = () => act(async () => void text().editor.commands.undo())
  await open(list + two)
  await addLink()
  expect(content()).toBe([list, two, line].join('\n'))
  await undo()
  await act(async () => void text().editor.commands.setTextSelection(5))
  await addLink({ words: null })
  expect(content()).toBe([list, line, two].join('\n'))
  await undo()
  await act(async () => void text().editor.chain().focus('end').splitBlock().run())
  await addLink()
  expect(content()).toBe([list, two, line].join('\n'))
})

test('in the source it is inserted at the cursor', async () => {
  await open('<p>One</p><form></form>')
  const source = document.querySelector('textarea')!
  source.setSelectionRange(6, 6)
  await addLink({ title: 'Oils & balms' })
  expect(source.value).toBe('<p>One<a href="/blog/oils">Oils &amp; balms</a></p><form></form>')
  expect(content()).toBe(source.value)
})
