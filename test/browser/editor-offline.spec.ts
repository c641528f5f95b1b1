import { expect, type Page, type Route } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { contentOf, fillPost, focusContent, openEditor, save, statusOf, test, titleOf } from './post-fixtures.ts'

// Responses fail on purpose, which the browser logs.
test.use({ expectedProblems: /./ })
test.setTimeout(120_000)

const SENTENCE = ' Nothing that was typed is ever lost.'
const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

/** Types at the end of the text. */
async function write(page: Page, text: string): Promise<void> {
  await focusContent(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** Types at the end of the text and saves before an autosave begins. The clock must be installed. */
async function writeAndSave(page: Page, text: string): Promise<void> {
  await focusContent(page)
  await page.keyboard.press('Control+End')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type(text)
  await save(page)
  await page.clock.resume()
}

/** Resolves when the local draft contains `text`. */
async function keptInBrowser(page: Page, text: string): Promise<void> {
  const read = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('dewlight-journal')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const reading = opening.result.transaction('posts').objectStore('posts').getAll()
            reading.onsuccess = () => {
              opening.result.close()
              resolve(JSON.stringify(reading.result))
            }
          }
        }),
    )
  await expect.poll(read, { intervals: [100] }).toContain(text)
}

/** Acts on saves and autosaves. */
async function onSave(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route(/\/api\/posts(\/\d+)?(\/drafts?|\/keep-as-draft)?$/, async (route) => {
    if (['POST', 'PUT'].includes(route.request().method())) await act(route)
    else await route.fallback()
  })
}

test('a tab that dies two seconds after the last key: everything typed is offered, and restored', {
  tag: '@gate',
}, async ({ page, posts, context }) => {
  const post = await posts.create('Dies in the middle')
  await onSave(page, (route) => route.abort('connectionreset'))
  await openEditor(page, post.id)
  await titleOf(page).fill(posts.title('Dies in the middle, renamed'))
  await write(page, SENTENCE)
  await keptInBrowser(page, SENTENCE.trim())
  const session = await context.newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await page.waitForEvent('crash')

  const next = await context.newPage()
  await openEditor(next, post.id)
  await expect(offer(next)).toContainText(/Unsaved changes from \d+:\d\d [AP]M/)
  await expect(titleOf(next)).toHaveValue(post.title)
  await offer(next).getByRole('button', { name: 'Compare' }).click()
  await expect(next.getByRole('dialog')).toContainText('Nothing that was typed is ever lost.')
  await next.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(titleOf(next)).toHaveValue(posts.title('Dies in the middle, renamed'))
  await expect(contentOf(next)).toContainText(SENTENCE.trim())
  await save(next)
  await expect(statusOf(next)).toHaveText('All changes saved')
  expect((await posts.read(post.id)).content).toContain(SENTENCE.trim())
  await next.reload()
  await expect(titleOf(next)).toHaveValue(posts.title('Dies in the middle, renamed'))
  await expect(offer(next)).toHaveCount(0)
})

test('a new post in a tab that is closed without a word is offered with the next new post', { tag: '@gate' }, async ({
  page,
  posts,
  context,
}) => {
  await onSave(page, (route) => route.abort('connectionreset'))
  await openEditor(page, 'new')
  await fillPost(page, posts.title('Never saved'))
  await keptInBrowser(page, posts.title('Never saved'))
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await openEditor(next, 'new')
  await expect(offer(next)).toContainText(posts.title('Never saved'))
  await offer(next).getByRole('button', { name: 'Restore' }).click()
  await expect(titleOf(next)).toHaveValue(posts.title('Never saved'))
  await expect(contentOf(next)).toContainText('long enough to be taken')
  await expect(offer(next)).toHaveCount(0)
})

test('a tab that is killed while its draft is created: the restored text continues that draft', async ({
  page,
  posts,
  context,
}) => {
  const title = posts.title('Killed at birth')
  let created = () => {}
  const isCreated = new Promise<void>((resolve) => {
    created = resolve
  })
  await onSave(page, async (route) => {
    await route.fetch()
    created()
  })
  await openEditor(page, 'new')
  await titleOf(page).fill(title)
  await isCreated
  await focusContent(page)
  await page.keyboard.type('Written after the draft was sent.')
  await keptInBrowser(page, 'Written after the draft was sent.')
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await openEditor(next, 'new')
  await offer(next).getByRole('button', { name: 'Restore' }).click()
  await expect(statusOf(next)).toHaveText('Saved as draft')
  await expect(next).toHaveURL(/\/admin\/posts\/\d+$/)
  const all = await posts.all()
  expect(all.map((post) => post.title)).toEqual([title])
  expect((await posts.read(all[0]!.id)).draft.content).toContain('Written after the draft was sent.')
})

test('responses that take up to five seconds while 500 characters are typed over three fields', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Slow answers')
  const delays = [3000, 0, 5000, 1000, 200]
  let calls = 0
  await onSave(page, async (route) => {
    const delay = delays[calls++ % delays.length]!
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.fulfill({ response })
  })
  await openEditor(page, post.id)
  const words = Array.from({ length: 10 }, (_, index) => `word-${index}-of-ten `)
  const [title, excerpt] = [titleOf(page), page.getByLabel('Excerpt')]
  await excerpt.fill('Excerpt: ')
  for (const word of words) {
    await title.press('End')
    await title.pressSequentially(word)
    await page.keyboard.press('Control+s')
    await excerpt.press('End')
    await excerpt.pressSequentially(word)
    await write(page, ` ${word.trim()}`)
    await page.keyboard.press('Control+s')
  }
  const typed = words.join('')
  await expect(title).toHaveValue(`${post.title}${typed}`)
  await expect(statusOf(page)).toHaveText('All changes saved', { timeout: 30_000 })
  await expect(title).toHaveValue(`${post.title}${typed}`)
  const stored = await posts.read(post.id)
  expect(stored.title.trim()).toBe(`${post.title}${typed}`.trim())
  expect(stored.excerpt.trim()).toBe(`Excerpt: ${typed}`.trim())
  expect(stored.content).toContain(typed.trim())
})

for (const { first, last } of [
  { first: 'Save', last: 'Create & New' },
  { first: 'Create & New', last: 'Save' },
]) {
  const isGate = first === 'Save'
  test(`${first} fails, then ${last} is clicked: the post is created once, and the last click decides`, {
    tag: isGate ? '@gate' : [],
  }, async ({ page, posts }) => {
    let isBroken = true
    await onSave(page, async (route) => {
      if (isBroken) await route.fulfill({ status: 503, json: { message: 'Broken on purpose' } })
      else await route.fallback()
    })
    const title = posts.title(`${last} after ${first}`)
    await openEditor(page, 'new')
    await fillPost(page, title)
    await page.getByRole('button', { name: 'Make it a draft' }).click()
    await page.getByRole('button', { name: first, exact: true }).click()
    await expect(statusOf(page)).toHaveText('Not saved – the server has a problem. Trying again…')
    if (first === 'Save')
      await expect(
        page.getByText('There was an error creating your post. Please try again.', { exact: true }),
      ).toBeVisible()
    await expect(titleOf(page)).toHaveValue(title)
    isBroken = false
    await page.getByRole('button', { name: last, exact: true }).click()
    if (last === 'Save') await expect(page.getByRole('form', { name: 'Edit post' })).toBeVisible()
    await expect(titleOf(page)).toHaveValue(last === 'Save' ? title : '')
    await expect(page).toHaveURL(last === 'Save' ? /\/admin\/posts\/\d+$/ : /\/admin\/posts\/new$/)
    if (last === 'Create & New') await expect(contentOf(page)).toHaveText('')
    await expect.poll(() => posts.all()).toHaveLength(1)
  })
}

test('a lost response creates no second post and no conflict with the same tab', async ({ page, posts }) => {
  let calls = 0
  await onSave(page, async (route) => {
    calls += 1
    if (calls % 2 === 0) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await openEditor(page, 'new')
  await fillPost(page, posts.title('Answer lost'))
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  await write(page, SENTENCE)
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  const all = await posts.all()
  expect(all).toHaveLength(1)
  expect((await posts.read(all[0]!.id)).content.split(SENTENCE.trim())).toHaveLength(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('no network: the save waits without a failure message, typing goes on, and all is sent when the network is back', {
  tag: '@gate',
}, async ({ page, posts, context }) => {
  const post = await posts.create('Without a network')
  await openEditor(page, post.id)
  await write(page, SENTENCE)
  await context.setOffline(true)
  await save(page)
  await expect(statusOf(page)).toHaveText('Not saved – no connection. Trying again…')
  await write(page, ' And typed meanwhile.')
  await expect(page.getByText('There was an error saving your post.')).toHaveCount(0)
  await context.setOffline(false)
  await expect(statusOf(page)).toHaveText('Saved as draft')
  const stored = await posts.read(post.id)
  expect(stored.content).toContain(SENTENCE.trim())
  expect(stored.draft.content).toContain('And typed meanwhile.')
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  await test.step('a server that fails: the save stays visibly failed, is repeated, and arrives once', async () => {
    const TRIED = ' Tried until it arrives.'
    let isBroken = true
    await onSave(page, async (route) => {
      if (isBroken) await route.fulfill({ status: 500, json: { message: 'Broken on purpose' } })
      else await route.fallback()
    })
    await write(page, TRIED)
    await save(page)
    await expect(statusOf(page)).toHaveText('Not saved – the server has a problem. Trying again…')
    await expect(
      page.getByText('There was an error saving your post. Please try again.', { exact: true }),
    ).toBeVisible()
    await keptInBrowser(page, TRIED.trim())
    isBroken = false
    await page.getByRole('button', { name: 'Try again now' }).click()
    await expect(statusOf(page)).toHaveText('All changes saved')
    expect((await posts.read(post.id)).content.split(TRIED.trim())).toHaveLength(2)
  })
})

test('the same post in two tabs: the later save shows a comparison, and keeping mine makes theirs a revision', {
  tag: '@gate',
}, async ({ page, posts }) => {
  const post = await posts.create('In two tabs')
  await page.clock.install()
  await openEditor(page, post.id)
  await test.step('theirs is taken: mine is set aside and offered at once', async () => {
    await posts.change(post, { title: posts.title('Their title') })
    await writeAndSave(page, ' Mine for now.')
    await page.getByRole('dialog').getByRole('button', { name: 'Take theirs' }).click()
    await expect(titleOf(page)).toHaveValue(posts.title('Their title'))
    await expect(statusOf(page)).toHaveText('All changes saved')
    await expect(offer(page)).toContainText('Your version before you compared')
    await offer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(contentOf(page)).toContainText('Mine for now.')
    await save(page)
    await expect(statusOf(page)).toHaveText('All changes saved')
  })
  await posts.change(post, { content: '<p>Theirs is another text that is long enough to be a post.</p>' })
  await writeAndSave(page, ' Mine.')
  const dialog = page.getByRole('dialog', { name: 'This post was saved elsewhere' })
  await expect(dialog).toContainText('Theirs is another text')
  await expect(dialog).toContainText('Mine.')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(statusOf(page)).toHaveText('All changes saved')
  expect((await posts.read(post.id)).content).toContain('Mine.')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click()
  const earlier = page.getByRole('dialog', { name: 'Earlier versions' })
  await earlier.getByRole('button').filter({ hasText: posts.word }).nth(1).click()
  await expect(earlier).toContainText('Theirs is another text')
  await earlier.getByRole('button', { name: 'Restore this version' }).click()
  await expect(contentOf(page)).toContainText('Theirs is another text')
  await expect(statusOf(page)).toHaveText('Saved as draft')
})

test('both versions are kept in the editor, one below the other', async ({ page, posts }) => {
  const post = await posts.create('Both are good')
  await page.clock.install()
  await openEditor(page, post.id)
  await posts.change(post, { content: '<p>Theirs is another text that is long enough to be a post.</p>' })
  await writeAndSave(page, ' Mine too.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both in the editor' }).click()
  await expect(contentOf(page)).toContainText('Mine too.')
  await expect(contentOf(page)).toContainText('Theirs is another text')
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  expect((await posts.read(post.id)).content).toMatch(/Mine too\..*Theirs is another text/s)
})

test('two tabs type into the same post: the later one compares, and both texts are kept', async ({
  page,
  posts,
  context,
}) => {
  const post = await posts.create('Two typists')
  const other = await context.newPage()
  await openEditor(page, post.id)
  await openEditor(other, post.id)
  await expect(offer(other)).toHaveCount(0)
  await write(page, ' From the left.')
  await expect(statusOf(page)).toHaveText('Saved as draft')
  await write(other, ' From the right.')
  const dialog = other.getByRole('dialog', { name: 'This post was saved elsewhere' })
  await expect(dialog.getByRole('deletion').filter({ hasText: 'left' })).toBeVisible()
  await expect(dialog.getByRole('insertion').filter({ hasText: 'right' })).toBeVisible()
  await keptInBrowser(other, 'From the right.')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(statusOf(other)).toHaveText('Saved as draft')
  expect((await posts.read(post.id)).draft.content).toContain('From the right.')
  await expect(offer(other)).toContainText('The version of the other device')
})

test('a sign-in that ends in the middle is renewed over the text, and the save goes on', { tag: '@gate' }, async ({
  page,
  posts,
  context,
}) => {
  const post = await posts.create('Signed out meanwhile')
  await openEditor(page, post.id)
  await write(page, SENTENCE)
  await context.clearCookies()
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await dialog.getByLabel('Password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(statusOf(page)).toHaveText('All changes saved')
  await expect(contentOf(page)).toContainText(SENTENCE.trim())
  expect((await posts.read(post.id)).content).toContain(SENTENCE.trim())
})
