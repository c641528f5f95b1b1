import type { Page } from '@playwright/test'
import { type Composition, committedText, compose, compositions, cursorMoved } from './compose.ts'
import { uploadedImage } from './library.ts'
import { brokenPictures, contentOf, focusContent, openEditor, test } from './post-fixtures.ts'
import { expect } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

const japanese = compositions['Japanese, kana to kanji']
const latin = compositions['a Latin word on a phone']
const cancelled = compositions['a composition that is cancelled']

/** The visual editor's element carries the editor, and here the number of its state updates. */
type EditorElement = HTMLElement & {
  updates: number
  editor: {
    on(event: 'transaction', listener: () => void): void
    state: { doc: { descendants(visit: (node: TextNode, at: number) => void): void }; schema: { nodes: object } }
    commands: { setTextSelection(at: number): void }
    view: { focus(): void }
  }
}
type TextNode = { isTextblock: boolean; textContent: string; nodeSize: number; type: { name: string } }

/** Starts to count the state updates of the visual editor; returns what was counted since the last call. */
async function countUpdates(page: Page): Promise<() => Promise<number>> {
  const field = contentOf(page)
  await field.evaluate((element) => {
    const counted = element as EditorElement
    counted.updates = 0
    counted.editor.on('transaction', () => {
      counted.updates += 1
    })
  })
  return () =>
    field.evaluate((element) => {
      const counted = element as EditorElement
      const { updates } = counted
      counted.updates = 0
      return updates
    })
}

/** The text of each line that can be written in, with the names of its node types. */
function linesOf(page: Page): Promise<{ type: string; text: string; end: number }[]> {
  return contentOf(page).evaluate((element) => {
    const found: { type: string; text: string; end: number }[] = []
    ;(element as EditorElement).editor.state.doc.descendants((node, at) => {
      if (node.isTextblock) found.push({ type: node.type.name, text: node.textContent, end: at + node.nodeSize - 1 })
    })
    return found
  })
}

test('text that is composed in any way stands in the text once, with at most one state update per key', {
  tag: '@gate',
}, async ({ page, posts }) => {
  const post = await posts.create('Composed')
  await openEditor(page, post.id)
  await focusContent(page)
  const takeUpdates = await countUpdates(page)
  const updates: number[] = []
  const composeCounted = async (parts: readonly Composition[]) => {
    await takeUpdates()
    await compose(page, parts, async () => updates.push(await takeUpdates()))
  }
  for (const [name, parts] of Object.entries(compositions))
    await test.step(`${name}: in an empty paragraph and after text`, async () => {
      const [last, text] = [contentOf(page).locator('p').last(), committedText(parts)]
      await page.keyboard.press('Control+End')
      await cursorMoved(page)
      await page.keyboard.press('Enter')
      await composeCounted(parts)
      await expect(last).toHaveText(text)
      await page.keyboard.type('; ')
      await composeCounted(parts)
      await expect(last).toHaveText(`${text}; ${text}`.trim())
    })
  expect(Math.max(...updates)).toBe(1)

  await test.step('a key that is not composed is one update as well', async () => {
    await takeUpdates()
    for (const key of ['x', 'Enter', 'Enter', 'Backspace', 'Backspace']) {
      await page.keyboard.press(key)
      await cursorMoved(page)
      expect([key, await takeUpdates()]).toEqual([key, 1])
    }
  })
})

test('composition over a selection within a mark, after a link and before a mark', async ({ page, posts }) => {
  const line = '<p>A <strong>bold</strong> word</p><p>A <a href="/blog">link</a></p><p><em>slanted</em></p>'
  const ways = Object.entries(compositions)
  const post = await posts.create('Composed at marks', { content: ways.map(() => line).join('') })
  await openEditor(page, post.id)
  await focusContent(page)
  for (const [at, [name, parts]] of ways.entries())
    await test.step(name, async () => {
      const text = committedText(parts)
      const lineOf = (offset: number) =>
        contentOf(page)
          .locator('p')
          .nth(3 * at + offset)
      await lineOf(0).locator('strong').dblclick()
      await cursorMoved(page)
      await compose(page, parts)
      await expect(lineOf(0)).toHaveText(`A ${text} word`)
      await lineOf(1).click()
      await page.keyboard.press('End')
      await cursorMoved(page)
      await compose(page, parts)
      await expect(lineOf(1)).toHaveText(`A link${text}`)
      await lineOf(2).click()
      await page.keyboard.press('Home')
      await cursorMoved(page)
      await compose(page, parts)
      await expect(lineOf(2)).toHaveText(`${text}slanted`)
    })
})

test('composition in every kind of line of a text, and what the server stores of it', async ({ page, posts }) => {
  const image = await uploadedImage(page)
  const products = (await (await page.request.get('/api/products?limit=2')).json()) as { id: number }[]
  const [one, other] = products.map(({ id }) => id)
  const figure = (caption: string) =>
    `<figure><img src="${image.url}" alt="A jar" /><figcaption>${caption}</figcaption></figure>`
  const post = await posts.create('Composed everywhere', {
    content: [
      '<p>Plain</p><h2>Heading</h2><ul><li>Bullet</li></ul><ol><li>Number</li></ol><blockquote><p>Quote</p></blockquote>',
      '<pre><code>Code</code></pre><table><tbody><tr><th>Head</th><td>Cell</td></tr></tbody></table>',
      figure('Of a picture'),
      `<figure data-block="gallery">${figure('In a gallery')}${figure('Beside it')}<figcaption>Of a gallery</figcaption></figure>`,
      '<figure><blockquote><p>Framed</p></blockquote><figcaption>Of a quote</figcaption></figure>',
      '<aside data-block="callout"><p>Callout</p></aside>',
      '<section data-block="faq"><details><summary>Question</summary><p>Reply</p></details></section>',
      '<p data-block="button"><a href="/shop">Button</a></p>',
      `<section data-block="review" data-product-id="${one}"><p>Review</p></section>`,
      `<aside data-block="note" data-product-id="${one}"><p>Note</p></aside>`,
      `<section data-block="picks"><section data-block="pick" data-product-id="${other}"><h3>Pick</h3><p>Reason</p></section></section>`,
      '<section data-block="dos"><h3>Do</h3><ul><li>Wait</li></ul><h3>Do not</h3><ul><li>Mix</li></ul></section>',
      '<section data-block="patch-test"><h3>Patch</h3><p>Ear</p></section>',
      '<aside data-block="doctor"><h3>Doctor</h3><p>Ask</p></aside>',
      '<ol data-block="timeline"><li><h3>Week</h3><p>Twice</p></li></ol>',
    ].join(''),
  })
  await openEditor(page, post.id)
  await focusContent(page)
  const before = await linesOf(page)
  expect(new Set(before.map(({ type }) => type))).toEqual(
    new Set(['paragraph', 'heading', 'codeBlock', 'figcaption', 'summary', 'button']),
  )
  for (const [at] of before.entries()) {
    const { end } = (await linesOf(page))[at]!
    await contentOf(page).evaluate((element, position) => {
      const { editor } = element as EditorElement
      editor.view.focus()
      editor.commands.setTextSelection(position)
    }, end)
    await cursorMoved(page)
    await compose(page, [...japanese, ...cancelled])
    await page.keyboard.type(' ')
    await compose(page, latin)
  }
  await expect
    .poll(async () => (await linesOf(page)).map(({ text }) => text))
    .toEqual(before.map(({ text }) => `${text}日本 serum`))
  await expect
    .poll(async () => {
      const { content } = (await posts.read(post.id)).draft
      return content.split('日本 serum').length - 1
    })
    .toBe(before.length)
})

test('composition goes on while the text is autosaved, in the menu of blocks and with a picture selected', async ({
  page,
  posts,
}) => {
  const image = await uploadedImage(page)
  const post = await posts.create('Composed meanwhile', {
    content: `<p>A line of text that is long enough to be the text of a post.</p><figure><img src="${image.url}" alt="A jar" /></figure>`,
  })
  await openEditor(page, post.id)
  await focusContent(page, contentOf(page).locator('p').first())
  await page.keyboard.press('End')
  await cursorMoved(page)

  await test.step('an autosave ends between two keys', async () => {
    let key = 0
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await compose(page, japanese, async () => {
      if (++key === 4) expect((await saved).status()).toBe(200)
    })
    await expect(contentOf(page).locator('p').first()).toHaveText(/of a post\.日本$/)
  })
  await test.step('the menu of blocks is searched by a composed word, whose Enter chooses nothing', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Blocks' })
    await expect(menu).toBeVisible()
    await compose(page, [{ shown: ['q', 'qu', 'quo'], committed: 'quo' }])
    await expect(menu.getByRole('option')).toHaveCount(1)
    await expect(contentOf(page).locator('blockquote')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(contentOf(page).locator('blockquote')).toHaveText('')
    await compose(page, japanese)
    await expect(contentOf(page).locator('blockquote')).toHaveText('日本')
  })
  await test.step('with a picture selected, the text goes on after it', async () => {
    await contentOf(page).locator('img').click()
    await cursorMoved(page)
    await compose(page, japanese)
    await expect(contentOf(page).locator('img')).toHaveCount(1)
    await expect(contentOf(page).locator('p').last()).toHaveText('日本')
    await expect.poll(async () => (await posts.read(post.id)).draft.content).toMatch(/<\/figure>\n<p>日本<\/p>$/)
  })
})
